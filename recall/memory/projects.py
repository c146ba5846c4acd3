"""Which project is meant: a git remote in any of its spellings, or a clone of it on this disk."""

from __future__ import annotations

import os
import re

_URL = re.compile(
    r"(?:git\+)?(?:ssh|https?|git|ftps?)://(?:[^@/\s]*@)?(\[[0-9a-f:.]+\]|[^:/\s]+)(?::[0-9]*)?/(.+)",
    re.IGNORECASE,
)
"""``https://user:token@host:port/owner/name.git``: user, port and scheme name no project."""

_SCP = re.compile(r"(?:([^@/\s:]+)@)?([^:/\s@]{2,}):(?!//)(?![0-9]+/)/?(\S+)")
"""``git@host:owner/name.git``; one letter before a colon is a drive of Windows."""

_MOST_HOPS = 5
"""A clone of a clone of a clone: its remote is a path again."""

_MOST_BYTES = 1_000_000


def identity(project: str) -> str:
    """One name for a project: ``host/owner/name`` of its remote, else its folder, else as given.

    A path must look like one (``.``, ``~/x``, ``/x``, ``./x``, a drive of Windows) and be there;
    its remote is read from its git settings, also in a worktree or a submodule.
    """
    return _identity(project.strip(), _MOST_HOPS)


def spelled(project: str) -> str:
    """The same without a look at the disk: what a query that names a project means."""
    text = project.strip()
    return of_remote(text) or text


def of_remote(text: str) -> str | None:
    """``host/owner/name`` of a remote's address; None for what is none."""
    url = _URL.fullmatch(text)
    if url:
        return _joined(url[1], url[2])
    scp = _SCP.fullmatch(text)
    if scp and (scp[1] or "." in scp[2] or "/" in scp[3]):
        return _joined(scp[2], scp[3])
    # "github.com/owner/name", as Go and many people write it.
    host, _, path = text.partition("/")
    if "." in host.strip(".") and "/" in path.strip("/") and " " not in text:
        return _joined(host, path)
    return None


def _joined(host: str, path: str) -> str | None:
    path = path.partition("?")[0].partition("#")[0].strip("/")
    if path.lower().endswith(".git"):
        path = path[:-4].rstrip("/")
    parts = [part for part in path.split("/") if part]
    return "/".join([host.lower().rstrip("."), *parts]) if parts else None


def _identity(text: str, hops: int) -> str:
    if text.lower().startswith("file://"):
        from urllib.parse import unquote

        text = unquote(text[len("file://") :].removeprefix("localhost"))
    if "\0" in text or not _is_path(text):
        return of_remote(text) or text
    path = os.path.realpath(os.path.expanduser(text))
    git = _git_folder(path)
    if git is None:
        return path.removesuffix(".git")
    remote = _remote(git)
    if remote is None or hops == 0:
        return _work_tree(git)
    if _is_path(remote) or remote.startswith(".."):
        return _identity(os.path.join(_work_tree(git), os.path.expanduser(remote)), hops - 1)
    return _identity(remote, hops - 1)


def _is_path(text: str) -> bool:
    if text in (".", "..") or text.startswith(("/", "~", "./", "../", ".\\", "..\\", "\\\\")):
        return True
    return bool(re.match(r"[A-Za-z]:[\\/]", text))


def _git_folder(path: str) -> str | None:
    """The folder with the settings of the repository that a path lies in; None outside of one."""
    while True:
        inside = os.path.join(path, ".git")
        if os.path.isdir(inside):
            return inside
        if os.path.isfile(inside):
            return _linked(path, inside)
        if os.path.isfile(os.path.join(path, "HEAD")) and os.path.isdir(
            os.path.join(path, "objects")
        ):
            return path  # a bare repository
        above = os.path.dirname(path)
        if above == path:
            return None
        path = above


def _linked(path: str, file: str) -> str | None:
    """The settings' folder of a worktree (through ``commondir``) or of a submodule."""
    first = _read(file).partition("\n")[0]
    if not first.startswith("gitdir:"):
        return None
    folder = os.path.realpath(os.path.join(path, first[len("gitdir:") :].strip()))
    common = _read(os.path.join(folder, "commondir")).strip()
    return os.path.realpath(os.path.join(folder, common)) if common else folder


def _work_tree(git: str) -> str:
    folder, name = os.path.split(git)
    return folder if name == ".git" else git.removesuffix(".git")


def _remote(git: str) -> str | None:
    """The address of ``origin``, else of the first remote."""
    section = ""
    found: dict[str, str] = {}
    for line in _read(os.path.join(git, "config")).splitlines():
        heading = re.match(r'\s*\[\s*([\w.-]+)(?:\s+"((?:\\.|[^"\\])*)")?\s*\]', line)
        if heading:
            section = heading[2] or "" if heading[1].lower() == "remote" else ""
            continue
        setting = re.match(r"\s*url\s*=\s*(.*\S)", line, re.IGNORECASE)
        if setting and section:
            found.setdefault(section, setting[1].strip('"'))
    return found.get("origin") or next(iter(found.values()), None)


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(_MOST_BYTES)
    except (OSError, ValueError):
        return ""
