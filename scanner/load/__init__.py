"""Loading: files become documents of blocks with spans, and what cannot be read is named."""

from scanner.load.errors import LoadError
from scanner.load.files import MAX_BYTES, File, Found, find_files
from scanner.load.history import git_dates
from scanner.load.manifest import ManifestEntry, read_manifest
from scanner.load.read import load_file
from scanner.load.series import derive_series, version_folders

__all__ = [
    "MAX_BYTES",
    "File",
    "Found",
    "LoadError",
    "ManifestEntry",
    "derive_series",
    "find_files",
    "git_dates",
    "load_file",
    "read_manifest",
    "version_folders",
]
