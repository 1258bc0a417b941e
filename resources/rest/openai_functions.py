# SPDX-License-Identifier: MIT
r"""Lets a model behind an OpenAI-compatible API run Python in Glovebox, by function calling.

    GLOVEBOX_URL=http://127.0.0.1:8420 GLOVEBOX_KEY=... \
    OPENAI_BASE_URL=... OPENAI_API_KEY=... OPENAI_MODEL=... \
    python3 openai_functions.py "Which of these numbers are prime: 91, 97, 101?"

Needs nothing but Python. CODEBOX_MOUNT_PATH, when set, is a folder that the code may read as /data.
The person at the computer allows each run; variables are kept from run to run.
"""

import base64
import json
import os
import sys
import time
import urllib.error
import urllib.request

NEEDED = ("GLOVEBOX_KEY", "OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL")

TOOL = {
    "type": "function",
    "function": {
        "name": "execute_python_code",
        "description": "Runs Python code. Variables and imports are kept between calls.",
        "parameters": {
            "type": "object",
            "properties": {"code": {"type": "string", "description": "The Python code to run"}},
            "required": ["code"],
            "additionalProperties": False,
        },
        "strict": True,
    },
}


def call(method: str, address: str, key: str, body: dict | None = None) -> dict:
    request = urllib.request.Request(address, method=method)
    request.add_header("Authorization", f"Bearer {key}")
    data = None
    if body is not None:
        request.add_header("Content-Type", "application/json")
        data = json.dumps(body).encode()
    with urllib.request.urlopen(request, data) as response:
        return json.load(response)


class Session:
    """A session of Glovebox through its REST routes, which are those of CodeBox-AI."""

    def __init__(self) -> None:
        self.address = os.environ.get("GLOVEBOX_URL", "http://127.0.0.1:8420")
        self.key = os.environ["GLOVEBOX_KEY"]
        options = {}
        if folder := os.environ.get("CODEBOX_MOUNT_PATH"):
            options["mount_points"] = [{"host_path": folder, "container_path": "/data", "read_only": True}]
        self.id = self.call("POST", "/sessions", {"execution_options": options})["session_id"]

    def call(self, method: str, path: str, body: dict | None = None) -> dict:
        return call(method, self.address + path, self.key, body)

    def execute(self, code: str) -> dict:
        request = self.call("POST", "/execute", {"code": code, "session_id": self.id})["request_id"]
        while self.call("GET", f"/execute/{request}/status")["status"] not in ("completed", "error"):
            time.sleep(0.2)
        return self.call("GET", f"/execute/{request}/results")

    def close(self) -> None:
        self.call("DELETE", f"/sessions/{self.id}")


def for_the_model(result: dict) -> str:
    """Pictures are saved beside this program, as a model takes text only here."""
    for number, picture in enumerate(result.pop("files"), 1):
        name = f"output_{number}.png"
        with open(name, "wb") as file:
            file.write(base64.b64decode(picture))
        print(f"saved {name}")
    return json.dumps(result, ensure_ascii=False)


def chat(question: str, session: Session) -> str:
    base = os.environ["OPENAI_BASE_URL"].rstrip("/")
    key = os.environ["OPENAI_API_KEY"]
    messages: list[dict] = [{"role": "user", "content": question}]
    while True:
        answer = call("POST", f"{base}/chat/completions", key,
                      {"model": os.environ["OPENAI_MODEL"], "messages": messages, "tools": [TOOL]})
        message = answer["choices"][0]["message"]
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        for tool_call in message["tool_calls"]:
            code = json.loads(tool_call["function"]["arguments"])["code"]
            result = for_the_model(session.execute(code))
            messages.append({"role": "tool", "tool_call_id": tool_call["id"], "content": result})


def main() -> None:
    missing = [name for name in NEEDED if not os.environ.get(name)]
    if missing or len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__ + (f"\nNot set: {', '.join(missing)}." if missing else ""))
    try:
        session = Session()
        try:
            print(chat(" ".join(sys.argv[1:]), session))
        finally:
            session.close()
    except urllib.error.HTTPError as error:
        sys.exit(f"{error.url} refused: {error.code} {error.read().decode(errors='replace')}")
    except urllib.error.URLError as error:
        sys.exit(f"No connection: {error.reason}. Is Glovebox running, and is OPENAI_BASE_URL right?")


if __name__ == "__main__":
    main()
