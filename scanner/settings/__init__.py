"""A site's decisions: defaults, then ``config/scanner.toml``, then the environment, then flags, each with its origin.

Every setting is ``section.key``: a table and a key in the file, ``SCANNER_SECTION_KEY`` in the environment. Paths are
relative to the working directory. ``sources.toml`` and ``rules/`` lie beside the settings file.
"""

from scanner.settings.layers import load_settings
from scanner.settings.near import nearest
from scanner.settings.sections import (
    CONFIG_FILE,
    RULES_FOLDER,
    AuthoritySettings,
    DateSettings,
    FailOn,
    HookSettings,
    InputSettings,
    NlpSettings,
    ReportFormat,
    ReportSettings,
    ReviewSettings,
    RuleSettings,
    RunSettings,
    Settings,
    SettingsError,
    SourceSettings,
    StoreSettings,
)

__all__ = [
    "CONFIG_FILE",
    "RULES_FOLDER",
    "AuthoritySettings",
    "DateSettings",
    "FailOn",
    "HookSettings",
    "InputSettings",
    "NlpSettings",
    "ReportFormat",
    "ReportSettings",
    "ReviewSettings",
    "RuleSettings",
    "RunSettings",
    "Settings",
    "SettingsError",
    "SourceSettings",
    "StoreSettings",
    "load_settings",
    "nearest",
]
