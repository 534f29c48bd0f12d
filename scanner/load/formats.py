"""Which files are documents: formats by ending, files known by name, and what is left out by default."""

from __future__ import annotations

import re

from scanner.load.words import words

__all__ = [
    "BUILD_FOLDERS",
    "FORMATS",
    "IGNORED_FOLDERS",
    "PROJECT_MARKERS",
    "format_of",
    "is_generated",
    "is_no_document",
    "is_unreadable_document",
]

FORMATS = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".mkd": "markdown",
    ".mdx": "mdx",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".txt": "text",
    ".text": "text",
    ".rst": "rst",
    ".csv": "csv",
    ".tsv": "csv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".toml": "toml",
    ".ini": "ini",
    ".cfg": "ini",
    ".conf": "ini",
    ".env": "ini",
    ".properties": "ini",
    ".pdf": "pdf",
    ".docx": "docx",
}

_NAMED = re.compile(
    r"(?:readme|license|licence|copying|changes|changelog|history|news|authors|contributors|contributing|maintainers|"
    r"notice|install|todo|security|support|faq|upgrading|releases?|thanks|credits|code_of_conduct)\Z",
    re.I,
)
_NAMED_FOR = re.compile(
    r"(?:readme|news|changes|changelog|copyright|todo|install|upgrading|faq|hacking|bugs)(?:[._-]\w+)*\Z", re.I
)
_CODE = words(
    ".py .js .ts .c .h .cc .cpp .hpp .go .rs .java .kt .sh .bash .rb .pl .pm .php .cs .swift .lua .sql .css .scss "
    ".in .am .ac .m4 .cmake .mk .patch .diff .po .pot .gz .bz2 .xz .zip .tar .tgz .7z .rar .png .jpg .jpeg .gif .svg "
    ".ico .webp .so .a .o .dll .exe .jar .class .pyc .whl .deb .rpm .asc .sig .bak .orig .swp .log .db .sqlite "
    ".parquet .lock "
    ".jsx .tsx .mjs .cjs .vue .svelte .sass .less .scala .clj .ex .exs .erl .hs .ml .r .jl .dart .m .mm .f90 .s .asm "
    ".bat .cmd .ps1 .psm1 .fish .zsh .awk .vim .el .tcl .proto .graphql .tf .hcl .j2 .jinja .erb .ejs .hbs .tmpl .tpl "
    ".gradle .bzl .cabal .nix .gemspec .iml .snap .pub .pem .crt .cer .p12 .iso .dmg .msi .bin .dat .pack .idx .npy "
    ".npz .pt .onnx .pkl .h5 .zst .lz4 .woff .woff2 .ttf .otf .eot .bmp .tif .tiff .psd .ai .eps .heic .avif .mp3 .mp4 "
    ".m4a .mov .avi .mkv .webm .wav .ogg .flac"
)
_CODE_NAMES = re.compile(
    r"(?:gnu)?makefile|(?:docker|container|jenkins|proc|vagrant|rake|gem|just|brew)file(?:\..+)?|gradlew|mvnw|configure|"
    r"codeowners|cname|go\.mod|go\.work|jenkinsfile",
    re.I,
)
_DOCUMENTS = words(
    ".doc .docm .dot .dotx .odt .ods .odp .ott .rtf .ppt .pptx .pptm .key .pages .numbers .xls .xlsx "
    ".xlsm .epub .mobi .tex .adoc .asciidoc .textile .mediawiki .wiki .org .pod .man .ps .xps .chm "
    ".mht .mhtml .eml .msg .ipynb .vsdx .one .xml .dita .djvu"
)
IGNORED_FOLDERS = words(
    "node_modules bower_components __pycache__ venv env virtualenv site-packages htmlcov coverage .terraform vendor"
)
BUILD_FOLDERS = frozenset(
    {"build", "dist", "out", "target", "_build", "_site", "site-build", "public-build", "bin", "obj"}
)
PROJECT_MARKERS = words(
    ".git pyproject.toml setup.py setup.cfg package.json Cargo.toml pom.xml build.gradle "
    "build.gradle.kts CMakeLists.txt Makefile go.mod conf.py _config.yml Gemfile composer.json"
)
_GENERATED = re.compile(
    r"(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.ya?ml|composer\.lock|(?:yarn|poetry|pipfile|cargo|uv|gemfile|flake|"
    r"mix|pubspec)\.lock|go\.sum|.*\.min\.(?:html?|json|js|css)|.*[-.]lock\.json|.*\.map|\.ds_store|thumbs\.db|"
    r"tsconfig.*\.json|\.?eslintrc.*|\.?prettierrc.*|\.pre-commit-config\.ya?ml|requirements.*\.txt|constraints.*\.txt|"
    r"py\.typed|robots\.txt|cmakelists\.txt|manifest\.in)\Z",
    re.I,
)


def format_of(name: str) -> str | None:
    """The format of a file by its name; ``None`` if it is no document the scanner reads."""
    if name == ".env" or name.startswith(".env."):
        return "ini"
    stem, dot, ending = name.rpartition(".")
    if dot and stem and "." + ending.lower() in FORMATS:
        return FORMATS["." + ending.lower()]
    if _NAMED.match(name):
        return "text"
    if _NAMED_FOR.match(name) and "." + ending.lower() not in _CODE | _DOCUMENTS:
        return "text"  # "README.Debian", "NEWS-2.4", "copyright"
    return None


def is_unreadable_document(name: str) -> bool:
    """Whether a file is a document of a format there is no reader for."""
    _, dot, ending = name.rpartition(".")
    return bool(dot) and "." + ending.lower() in _DOCUMENTS


def is_no_document(name: str) -> bool:
    """Whether a file is known to be none, though it is not left out as generated: source code, pictures, archives."""
    _, dot, ending = name.rpartition(".")
    return (bool(dot) and "." + ending.lower() in _CODE) or _CODE_NAMES.fullmatch(name) is not None


def is_generated(name: str) -> bool:
    """Whether a file is written by tools for tools: lock files, minified files, lint settings."""
    return _GENERATED.match(name) is not None
