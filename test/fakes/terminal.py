"""Runs a program at a terminal of the given size: terminal.py COLUMNS ROWS PROGRAM [ARGUMENT ...].

What comes in on standard input is typed; what the program prints comes out on standard output. SIGHUP closes the terminal. Ends with
the exit code of the program.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios

columns, rows, *argv = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    # Until the size is set the program does not start.
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), 0, 0))
    os.execvp(argv[0], argv)


def close(*_):
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    os._exit(os.waitstatus_to_exitcode(status) % 256)


signal.signal(signal.SIGHUP, close)

sources = [terminal, 0]
while True:
    readable, _, _ = select.select(sources, [], [])
    if 0 in readable:
        typed = os.read(0, 65536)
        if typed:
            os.write(terminal, typed)
        else:
            sources.remove(0)
    if terminal in readable:
        try:
            printed = os.read(terminal, 65536)
        except OSError:  # Linux says so when the last program has closed it.
            break
        if not printed:
            break
        os.write(1, printed)

_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status) % 256)
