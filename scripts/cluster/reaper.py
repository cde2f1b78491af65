"""python3 reaper.py COMMAND ...: runs a command, and collects at once every process below it that has ended, as systemd does.

The first process of a machine without systemd may do so only every other second. Until then Patroni takes PostgreSQL for running, and
gives the lock away later.
"""
import ctypes
import os
import signal
import sys

PR_SET_CHILD_SUBREAPER = 36
if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
    sys.exit(f"prctl: {os.strerror(ctypes.get_errno())}")

command = sys.argv[1:]
main = os.posix_spawnp(command[0], command, os.environ)
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, lambda received, _: os.kill(main, received))
while True:
    ended, status = os.wait()
    if ended == main:
        sys.exit(os.waitstatus_to_exitcode(status) % 256)
