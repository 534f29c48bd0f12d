"""What is said of options and what only looks so: the examples of ``option``."""

from __future__ import annotations

from scanner.extract.example import Example

__all__ = ["FIRES", "SILENT"]

FIRES: tuple[Example, ...] = (
    Example(
        "# Pump\n\n- `PoolSize` – the number of lanes. The default value is 100 and the maximum value is 1,000.\n",
        (("PoolSize", "default", "100"), ("PoolSize", "maximum", "1,000")),
    ),
    Example(
        "# Tool\n\n- `--timeout` (default: 30s): how long to wait\n- `--retries` (default 3, max 10): tries\n",
        (("--timeout", "default", "30s"), ("--retries", "default", "3"), ("--retries", "maximum", "10")),
    ),
    Example(
        "# Kite\n\n```\nusage: kite run [options]\n\n  --grace SEC      wait for the last job (default: 600)\n"
        "  -j, --jobs N     jobs at a time (default: 4)\n  --format FMT  csv or json [default: json]\n```\n",
        (("--grace", "default", "600"), ("--jobs", "default", "4"), ("--format", "default", "json")),
    ),
    Example(
        "# Stove\n\nThe hob reads `simmer_time`. `simmer_time` defaults to 5 m.\n", (("simmer_time", "default", "5 m"),)
    ),
    Example(
        "# Node\n\n| Field | Notes |\n|---|---|\n| log_level | Optional. Default of log_level: `warn`. |\n",
        (("log_level", "required", "Optional"), ("log_level", "default", "warn")),
    ),
    Example(
        "# mail.secure\n\n- **true**: everything is encrypted on the way\n- **false** (default): the server decides\n",
        (("mail.secure", "default", "false"),),
    ),
    Example(
        "# Fetch\n\nlimit\n: How many records to return (default: 100).\n\ncolour\n: Of the frame (default red).\n",
        (("limit", "default", "100"), ("limit", "default", "100"), ("colour", "default", "red")),
    ),
    Example(
        "# Kiln\n\nglaze\n: how long the door stays shut, minutes. Default 50.\n\n- port (required): the port\n",
        (("glaze", "default", "50"), ("port", "required", "required")),
    ),
    Example(
        "# Loom\n\n| Field | What | Required |\n|---|---|---|\n| host | REQUIRED. Name of the host. | No |\n",
        (("host", "required", "REQUIRED"),),
    ),
    Example(
        "# Press\n\n- `paper_size`: which sheet to use. Allowed values are `a4`, `a5` and `letter`.\n",
        (
            ("paper_size", "allows a4", "a4"),
            ("paper_size", "allows a5", "a5"),
            ("paper_size", "allows letter", "letter"),
        ),
    ),
)
SILENT: tuple[Example, ...] = (
    Example("# Drinks\n\ntea\n: Served hot, by default at four, in the garden.\n"),
    Example("# Rules\n\nclub\n: A default of payment ends the membership.\n"),
    Example("# Loans\n\nA borrower who defaults to the bank loses the house. By default nobody calls.\n"),
    Example("# Team\n\nThe maximum was never reached, and 12 people came.\n"),
    Example("# Tool\n\n`queue_size` used to default to 10; it now defaults to 50.\n"),
    Example("# Visits\n\nBring a required form. An optional walk follows at 3.\n"),
    Example("# Note\n\nThe default of the group of 5 was to wait.\n"),
)
