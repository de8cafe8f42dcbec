"""A busy day played fast: does it grow?"""

import time

from device import Device
from mailserver import MailServer
from process import kilobytes
from receiver import Receiver


def figures(vigia, folder, options):
    scale = options["scale"]
    more = ["--sound", "null", "--time-scale", str(scale), "--clock", "gps", "--format", "json"]
    with MailServer(folder) as mail, Receiver(pace=scale, walks=True) as receiver, Device(
            vigia, folder, mail, receiver, more) as device:
        begin = time.monotonic()
        sizes = []
        for hour in range(1, options["hours"] + 1):
            time.sleep(max(0, begin + hour * 3600 / scale - time.monotonic()))
            sizes.append(kilobytes(device.pid, "RssAnon") / 1024)
        told = device.text("out")
        events = {name: told.count(f'"event":"{name}"')
                  for name in ("perimeter.exit", "perimeter.return", "reminder.due")}
        yield (f"{len(sizes)} hours at {scale} times their pace: {receiver.said} fixes,"
               f" {events['perimeter.exit']} exits, {events['perimeter.return']} returns,"
               f" {events['reminder.due']} reminders, {mail.mails} mails")
    hours = [hour for hour in (1, 2, 6, 12, 18, 24, 36, 48, 72) if hour <= len(sizes)]
    yield "RssAnon after hour " + ", ".join(f"{hour}: {sizes[hour - 1]:.2f} MiB" for hour in hours)
    yield (f"after hour {len(sizes)} less after hour 1: {sizes[-1] - sizes[0]:+.2f} MiB;"
           f" most: {max(sizes):.2f} MiB")
