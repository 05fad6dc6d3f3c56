"""python -m affray.cli"""

from affray.cli import main

main()
