"""A GSM modem on a pseudo-terminal, as far as gammu asks for one: what was sent and who was called."""
import os
import pty
import threading
import tty

ANSWERS = {
    "AT+CGMI": "Pretend", "AT+CGMM": "Modem", "AT+CGMR": "1.0", "AT+CGSN": "490154203237518",
    "AT+CIMI": "740000000000001", "AT+CSQ": "+CSQ: 20,0", "AT+CPIN?": "+CPIN: READY", "AT+CREG?": "+CREG: 0,1",
    "AT+CSCS?": '+CSCS: "GSM"', "AT+CSCS=?": '+CSCS: ("GSM","IRA","UCS2")', "AT+CMGF=?": "+CMGF: (0,1)",
    "AT+CPMS=?": '+CPMS: ("SM"),("SM"),("SM")', "AT+CPMS?": '+CPMS: "SM",0,20,"SM",0,20,"SM",0,20',
    "AT+CSCA?": '+CSCA: "+593990000000",145', "AT+CNMI=?": "+CNMI: (0-2),(0-3),(0,2),(0-2),(0,1)",
    "AT+CBC": "+CBC: 0,100", "AT+CPBS=?": '+CPBS: ("SM")', "AT+CGREG?": "+CGREG: 0,1",
}


class Modem:
    """Listens on `path`. `sent` has the PDUs of messages, `called` the numbers that were dialled, in their order."""

    def __init__(self):
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        self.path = os.ttyname(self.slave)
        self.sent, self.called, self.hung_up, self.heard = [], [], 0, []
        # False: the network takes no message, as without credit.
        self.takes = True
        self.has_echo = False
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        line, wants_message = b"", False
        while True:
            for byte in os.read(self.master, 4096):
                if byte == 0x1B:
                    line, wants_message = b"", False
                elif byte == 0x1A and wants_message:
                    self.take(line.decode("ascii", "replace").strip())
                    line, wants_message = b"", False
                elif byte == 0x0D and not wants_message:
                    text = line.decode("ascii", "replace").strip()
                    line = b""
                    if self.has_echo and text:
                        self.say(text + "\r")
                    wants_message = text.startswith("AT+CMGS=")
                    self.say("\r\n> ") if wants_message else self.answer(text)
                else:
                    line += bytes([byte])

    def answer(self, command):
        self.heard.append(command)
        if command in ("", "AT+MODE=2"):
            return self.say("\r\nERROR\r\n") if command else None
        if command.startswith("ATE"):
            self.has_echo = command != "ATE0"
        if command.startswith("ATD"):
            self.called.append(command[3:].rstrip(";"))
        if command in ("ATH", "AT+CHUP"):
            self.hung_up += 1
        words = ANSWERS.get(command)
        if command.startswith("AT+CPMS="):
            words = "+CPMS: 0,20,0,20,0,20"
        self.say(f"\r\n{words}\r\n\r\nOK\r\n" if words else "\r\nOK\r\n")

    def take(self, pdu):
        if not self.takes:
            return self.say("\r\n+CMS ERROR: 38\r\n")
        self.sent.append(pdu)
        self.say(f"\r\n+CMGS: {len(self.sent)}\r\n\r\nOK\r\n")

    def say(self, text):
        os.write(self.master, text.encode("ascii"))
