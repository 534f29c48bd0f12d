"""Small tables with the triples that they hold, and look-alikes that hold none; they run as tests."""

from __future__ import annotations

from scanner.extract.example import Example

__all__ = ["FIRES", "SILENT"]

FIRES: tuple[Example, ...] = (
    Example(
        "# Workshop\n\n| Machine | Hours between services | Who |\n|---|---|---|\n| Sieve | 500 | dealer |\n"
        "| Turner | 250 | |\n",
        (
            ("Sieve", "Hours between services", "500"),
            ("Sieve", "Who", "dealer"),
            ("Turner", "Hours between services", "250"),
        ),
    ),
    Example(
        "# Parts of Pailway\n\n| Item | Value |\n|---|---|\n| Maximum object size | 5 TB |\n"
        "| Number of parts | 10,000 |\n",
        (("Parts of Pailway", "Maximum object size", "5 TB"), ("Parts of Pailway", "Number of parts", "10,000")),
    ),
    Example(
        "# Lark fees\n\n| Valid from | Valid until | Monthly fee |\n|---|---|---|\n"
        "| 2024-01-01 | 2024-06-30 | 14 EUR |\n"
        "| 2024-07-01 | | 17 EUR |\n",
        (("Lark fees", "Monthly fee", "14 EUR"), ("Lark fees", "Monthly fee", "17 EUR")),
    ),
    Example(
        "# Uptime promise\n\n| Monthly uptime | Credit |\n|---|---|\n| 99.0% to 99.89% | 10% |\n"
        "| below 99.0% | 20% |\n",
        (("Uptime promise", "Credit", "10%"), ("Uptime promise", "Credit", "20%")),
    ),
    Example(
        "# Gates\n\n| Gate | Stage | Since |\n|---|---|---|\n| `BootCheck` | Beta | 1.17 |\n"
        "| `TailLogs` | GA | 1.14 |\n",
        (
            ("BootCheck", "Stage", "Beta"),
            ("BootCheck", "Since", "1.17"),
            ("TailLogs", "Stage", "GA"),
            ("TailLogs", "Since", "1.14"),
        ),
    ),
    Example(
        "# Plans\n\n| Feature | Free | Premium |\n|---|---|---|\n| Storage | 5 GB | 100 GB |\n| Chat | ✗ | ✓ |\n",
        (("Plans", "Storage", "5 GB"), ("Plans", "Storage", "100 GB"), ("Plans", "Chat", "✗"), ("Plans", "Chat", "✓")),
    ),
    Example(
        "# Harvest\n\n| Region | 2022 | 2023 |\n|---|---|---|\n| North | 120 kg | 90 kg |\n| South | 75 kg | 80 kg |\n",
        (
            ("North", "Harvest", "120 kg"),
            ("North", "Harvest", "90 kg"),
            ("South", "Harvest", "75 kg"),
            ("South", "Harvest", "80 kg"),
        ),
    ),
    Example(
        "# Ferrule\n\n| Release | Released | End of life |\n|---|---|---|\n| 1.33 | 2025-04-23 | 2026-06-28 |\n"
        "| 1.32 | 2024-12-11 | 2026-02-28 |\n",
        (
            ("Ferrule 1.33", "Released", "2025-04-23"),
            ("Ferrule 1.33", "End of life", "2026-06-28"),
            ("Ferrule 1.32", "Released", "2024-12-11"),
            ("Ferrule 1.32", "End of life", "2026-02-28"),
        ),
    ),
    Example(
        "# Changed limits\n\n| Setting | Old value | New value |\n|---|---|---|\n| Upload size | 100 MB | 250 MB |\n",
        (("Upload size", "value", "100 MB"), ("Upload size", "value", "250 MB")),
    ),
    Example(
        "# Register\n\n| contract | customer | ends |\n|---|---|---|\n| 7731 | Dun Foods | 2027-12-31 |\n"
        "| 7732 | Oak Tools | 2026-02-28 |\n",
        (
            ("contract 7731", "customer", "Dun Foods"),
            ("contract 7731", "ends", "2027-12-31"),
            ("contract 7732", "customer", "Oak Tools"),
            ("contract 7732", "ends", "2026-02-28"),
        ),
    ),
    Example(
        "# Kiln\n\n| Value | Name | Description |\n|---|---|---|\n| 1 | FAST_FIRE | quick |\n"
        "| 2 | SLOW_FIRE | gentle |\n",
        (("FAST_FIRE", "Value", "1"), ("SLOW_FIRE", "Value", "2")),
    ),
)

SILENT: tuple[Example, ...] = (
    Example(
        "# Errors\n\n| Status | Meaning |\n|---|---|\n| 400 | the request is malformed |\n| 404 | nothing there |\n"
    ),
    Example(
        "# Log\n\n| Date | Changes |\n|---|---|\n| July 7, 2026 | clarify the wording |\n| May 1, 2026 | first page |\n"
    ),
    Example("# Fees\n\n| Plan | Fee |\n|---|---|\n| Basic | n/a |\n| Family | - |\n| Group | |\n"),
    Example("# Words\n\n| Term | Definition |\n|---|---|\n| Kerf | the slot that a saw leaves behind |\n"),
)
