# SPDX-License-Identifier: MIT
"""What the worker lends to Python. The worker sets these when it starts; a memory snapshot
cannot hold them. They offer nothing that the worker's own JavaScript could not do."""

# (text) value of the last expression
send_result = None
# (ename, evalue, traceback as JSON list of lines)
send_error = None
# (fields as JSON, bytes)
send_display = None
# (seconds) what was left when the run was interrupted, else 0
sleep = None
# (prompt, secret) the person's line, or None when there is none any more; waits for it
ask_line = None
# (url) bytes, at once
fetch_now = None
# (top-level module) loads the package of the lock that has it; True if there was one
fetch_package = None
# (wish as JSON) the host's answer as JSON, after the person's
ask_packages = None
# (pin as JSON) puts a package that was allowed into Python; what went wrong, or ""
install_package = None
# (name) a package was taken out of Python
package_removed = None
# (name) the files of a package that was packed vanish
take_pack = None
# (report as JSON) ends what ask_packages began
packages_done = None
# (errno) what the host said about the last failed file call with this number, or ""
file_problem = None
# (words) ends this interpreter at once, and says why; never comes back
end = None
