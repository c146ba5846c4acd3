"""A made-up session of many megabytes: reading it, appending to it, the memory that it takes.

Usage: python tests/benchmarks/sessions.py [MEGABYTES]
"""

import json
import os
import random
import resource
import sys
import tempfile
import time

from recall.api import Recall

WORDS = [f"{a}{b}" for a in ["shelf", "jar", "seed", "label", "sieve", "brass", "winter", "water", "bench", "glass"]
         for b in ("", "s", "ing", "ed", "er")]  # fmt: skip


def made(path, megabytes):
    """A log as Claude Code writes it: prompts, answers, tools with long results, images."""
    chance = random.Random(0)
    parent, number, written = None, 0, 0
    with open(path, "w", encoding="utf-8") as file:
        while written < megabytes << 20:
            for content, role in turn(chance, number):
                number += 1
                row = {
                    "parentUuid": parent, "isSidechain": False, "cwd": "/work", "sessionId": "s",
                    "type": role, "uuid": f"u{number}", "timestamp": f"2026-02-07T10:{number % 60:02}:00.000Z",
                    "message": {"role": role, "id": f"m{number}", "content": content},
                }  # fmt: skip
                parent = row["uuid"]
                line = json.dumps(row) + "\n"
                written += len(line)
                file.write(line)
    return number


def text(chance, count):
    return " ".join(chance.choices(WORDS, k=count))


def turn(chance, number):
    yield text(chance, 30), "user"
    yield [{"type": "thinking", "thinking": text(chance, 200)}], "assistant"
    yield [{"type": "text", "text": text(chance, 120)}], "assistant"
    for call in range(3):
        use = {"command": f"ls {text(chance, 5)}"}
        yield (
            [{"type": "tool_use", "id": f"t{number}{call}", "name": "Bash", "input": use}],
            "assistant",
        )
        yield [{"type": "tool_result", "tool_use_id": f"t{number}{call}",
                "content": "\n".join(text(chance, 12) for _ in range(60))}], "user"  # fmt: skip
    if chance.random() < 0.05:
        image = {"type": "base64", "media_type": "image/png", "data": "iVBO" * 60_000}
        yield [{"type": "image", "source": image}], "user"


def main(megabytes):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "session.jsonl")
        records = made(path, megabytes)
        size = os.path.getsize(path) / (1 << 20)
        with Recall.open(os.path.join(folder, "store.db"), writable=True) as recall:
            recall.add_source(path, "session")
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            begun, cpu = time.perf_counter(), time.process_time()
            (report,) = recall.sync()
            seconds, cpu = time.perf_counter() - begun, time.process_time() - cpu
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"{records:,} records, {size:.0f} MB: {seconds:.1f} s ({cpu:.1f} s of a core), {size / seconds:.0f} MB/s, "
                  f"{report.passages:,} passages; memory {before:.0f} MB before, {peak:.0f} MB at most")  # fmt: skip
            for _ in range(3):
                row = {"type": "user", "uuid": f"u{records + 1}", "parentUuid": f"u{records}", "sessionId": "s",
                       "message": {"role": "user", "content": "the zebrafish came"}}  # fmt: skip
                records += 1
                with open(path, "a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
                begun = time.perf_counter()
                recall.sync()
                print(f"one message appended: {(time.perf_counter() - begun) * 1000:.1f} ms")
            begun = time.perf_counter()
            recall.sync()
            print(f"nothing appended: {(time.perf_counter() - begun) * 1000:.1f} ms")
            assert recall.search("zebrafish").shown


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
