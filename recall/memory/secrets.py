"""What looks like a secret: keys, tokens, private key blocks, passwords in addresses.

The shapes are those that the issuers document (prefix, alphabet, length) and that the rule sets
of gitleaks and detect-secrets look for. A shape must be unmistakable: a commit hash, a UUID or a
word such as "password" alone is none.
"""

from __future__ import annotations

import math
import re
from collections import Counter

_SHAPES: tuple[tuple[str, str], ...] = (
    ("a private key", r"-----BEGIN (?:[A-Z0-9]{2,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----"),
    ("an AWS access key", r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b"),
    ("a GitHub token", r"\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{36,255}\b"),
    ("a GitHub token", r"\bgithub_pat_[A-Za-z0-9_]{60,255}\b"),
    ("a GitLab token", r"\bgl(?:pat|ptt|dt|rt|cbt|ft|soat|agent)-[A-Za-z0-9_-]{20,64}"),
    ("a Slack token", r"\bxox[abeprs]-[A-Za-z0-9-]{10,250}"),
    ("a Slack token", r"\bxapp-[0-9]-[A-Za-z0-9-]{20,250}"),
    ("a Slack webhook", r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,}"),
    ("a Google API key", r"\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"),
    ("a Google OAuth secret", r"\bGOCSPX-[A-Za-z0-9_-]{28}"),
    ("a Stripe key", r"\b(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,99}\b"),
    ("an Anthropic key", r"\bsk-ant-(?:api|admin)[0-9]{2}-[A-Za-z0-9_-]{20,}"),
    ("an OpenAI key", r"\bsk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,}"),
    ("an OpenAI key", r"\bsk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}\b"),
    ("a secret key", r"\bsk-[A-Za-z0-9]{32,64}\b"),
    ("a Hugging Face token", r"\bhf_[A-Za-z]{34}\b"),
    ("an npm token", r"\bnpm_[A-Za-z0-9]{36}\b"),
    ("a PyPI token", r"\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}"),
    ("a SendGrid key", r"\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}\b"),
    ("a Twilio key", r"\bSK[0-9a-f]{32}\b"),
    ("a Mailchimp key", r"\b[0-9a-f]{32}-us[0-9]{1,2}\b"),
    ("a DigitalOcean token", r"\bdo[opr]_v1_[a-f0-9]{64}\b"),
    ("a Shopify token", r"\bshp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}\b"),
    ("a Vault token", r"\bhv[sb]\.[A-Za-z0-9_-]{24,}"),
    ("a Databricks token", r"\bdapi[a-f0-9]{32}\b"),
    ("a Linear key", r"\blin_api_[A-Za-z0-9]{40}\b"),
    ("an age secret key", r"\bAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}"),
    ("a Telegram bot token", r"\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])"),
    ("an Azure storage key", r"\bAccountKey=[A-Za-z0-9+/]{86}=="),
    (
        "a JSON web token",
        r"\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}",
    ),
    (
        "a password in an address",
        r"\b[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/:@?#\"'<>]{0,100}:"
        r"(?!\*+@|x+@|<|\$|\{|%s|password@|passwd@|pass@|secret@|token@)[^\s/@\"'<>]{3,200}@[^\s/@]",
    ),
)  # fmt: skip
_SHAPE = re.compile(
    "|".join(f"(?P<s{number}>{shape})" for number, (_, shape) in enumerate(_SHAPES))
)

_MARKS = (
    "PRIVATE KEY", "AKIA", "ASIA", "ABIA", "ACCA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_",
    "github_pat_", "glpat-", "glptt-", "gldt-", "glrt-", "glcbt-", "glft-", "glsoat-", "glagent-",
    "xox", "xapp-", "hooks.slack", "AIza", "GOCSPX-", "sk_", "rk_", "sk-", "hf_", "npm_", "pypi-",
    "SG.", "SK", "-us", "dop_v1", "doo_v1", "dor_v1", "shp", "hvs.", "hvb.", "dapi", "lin_api_",
    "AGE-SECRET", ":AA", "AccountKey", "eyJ", "://",
)  # fmt: skip
"""What a text must have in it for a shape to be there: looking for that is far cheaper."""

_KEY_BLOCK_MARK = "PRIVATE KEY"
_KEY_BLOCK = re.compile(
    r"-----BEGIN (?:[A-Z0-9]{2,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----.*?"
    r"(?:-----END [A-Z0-9 ]{0,80}-----|\Z)",
    re.DOTALL,
)
_ASSIGNED_TO = ("key", "pass", "secret", "token")

_ASSIGNED = re.compile(
    r"(?:api[_-]?key|apikey|secret[_-]?key|access[_-]?key|auth[_-]?token|access[_-]?token|"
    r"client[_-]?secret|password|passwd|passphrase|passwort|secret|token)"
    r"[\"']?\s{0,3}(?:[:=]|:=|=>|\bis\b|\bist\b)\s{0,3}[\"'`]?([^\s\"'`,;]{8,200})",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"^(?:[<$%{\[(]|\*|x{4,}|\.{3}|your|my-?|example|changeme|change-me|placeholder|none|null|"
    r"true|false|required|optional|os\.|env|process\.|https?:|/|~)",
    re.IGNORECASE,
)
_RANDOM_BITS = 3.0
"""Bits a character from which on a value is no word: "correcthorse" has 2.9, random text over 3."""


def find(text: str) -> tuple[str, int] | None:
    """The first secret in a text: what it looks like, and its line (one-based)."""
    places = [(match.start(), _SHAPES[int((match.lastgroup or "s0")[1:])][0])
              for match in [_SHAPE.search(text)] if match]  # fmt: skip
    for match in _ASSIGNED.finditer(text):
        if _is_random(match[1]):
            places.append((match.start(1), "a password or key"))
            break
    if not places:
        return None
    at, what = min(places)
    return what, text.count("\n", 0, at) + 1


def masked(text: str) -> str:
    """The text with what looks like a secret replaced by a word for what it was."""
    if _KEY_BLOCK_MARK in text:
        text = _KEY_BLOCK.sub("[a private key, masked]", text)
    if any(mark in text for mark in _MARKS):
        text = _SHAPE.sub(_mask, text)
    lower = text.lower()
    if any(word in lower for word in _ASSIGNED_TO):
        text = _ASSIGNED.sub(_mask_value, text)
    return text


def _mask(match: re.Match[str]) -> str:
    what = _SHAPES[int((match.lastgroup or "s0")[1:])][0]
    return f"[{what}, masked]"


def _mask_value(match: re.Match[str]) -> str:
    if not _is_random(match[1]):
        return match[0]
    return match[0][: match.start(1) - match.start()] + "[a password or key, masked]"


def _is_random(value: str) -> bool:
    """Whether an assigned value is a secret and no word, name of a variable or placeholder."""
    value = value.rstrip(".)]}>")
    if len(value) < 8 or _PLACEHOLDER.match(value):
        return False
    kinds = sum(any(map(test, value)) for test in (str.islower, str.isupper, str.isdigit, _is_sign))
    if kinds < 2 or (kinds == 2 and not any(map(str.isdigit, value))):
        return False
    counts = Counter(value)
    bits = -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())
    return bits >= min(_RANDOM_BITS, math.log2(len(value)) * 0.8)


def _is_sign(char: str) -> bool:
    return not char.isalnum() and char not in "_-./"
