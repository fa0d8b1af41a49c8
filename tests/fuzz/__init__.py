"""Mutants of everything that strangers write, judged in processes with limits.

`python -m tests.fuzz [CLASS…] --number N --seed S` runs N mutants of each class of input and prints a
table; what broke us is kept, and `--again SEED CLASS` runs one mutant by itself with its traceback.

To add a class, put a file into `tests/fuzz/classes/` that holds

    INPUT = Input(
        name="saves",
        title="Saved games and logs",
        suffix=".vsav",
        mutant=mutant,  # (Random) -> bytes, the same bytes for the same seed
        run=run,  # (Path of the mutant) -> True when it was taken, False when it was refused
    )

It is found by its folder. `run` calls what a user would call, mostly `tool.hexwright("show", path)`, which
turns exit codes into an answer; a function of ours that may refuse returns False for the refusals it
documents. All else is a fault that the frame sees by itself: an exception, exit code 3, an unprintable
sign in the output, more than 10 s of computing or 500 MB, a file made outside the mutant's folder, a
process or a connection (`processes=True` allows processes). `tool.py` and `mutating.py` have what several
classes need. `sample` mutants of each class run with the ordinary tests: keep them under a second.
"""
