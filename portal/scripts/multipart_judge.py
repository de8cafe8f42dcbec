#!/usr/bin/env python3
"""Reads forms as python-multipart does, for a test that compares.

usage: portal/scripts/multipart_judge.py DIR

DIR has N.type and N.body for each N from 0. Prints a line of JSON for each: null for a form that is refused, else
its fields and the content of its files, both in hexadecimal digits by name.
"""
import json
import pathlib
import sys

import python_multipart


def read(content_type, body):
    values, files, names = {}, {}, []

    def field(part):
        names.append(part.field_name)
        values[part.field_name.decode("utf-8", "replace")] = (part.value or b"").hex()

    def file(part):
        names.append(part.field_name)
        part.file_object.seek(0)
        files[part.field_name.decode("utf-8", "replace")] = part.file_object.read().hex()

    parser = python_multipart.create_form_parser(
        {"Content-Type": content_type}, field, file, config={"MAX_MEMORY_FILE_SIZE": 1 << 24})
    parser.write(body)
    parser.finalize()
    if len(set(names)) < len(names):
        raise ValueError("a field comes twice")
    return {"values": values, "files": files}


def main(folder):
    for number in range(len(list(pathlib.Path(folder).glob("*.type")))):
        kind, body = (pathlib.Path(folder, f"{number}.{end}").read_bytes() for end in ("type", "body"))
        try:
            print(json.dumps(read(kind, body)))
        except (python_multipart.exceptions.FormParserError, ValueError, AttributeError):
            print("null")


if __name__ == "__main__":
    main(sys.argv[1])
