"""Bad input gets a sentence: what is wrong, and what to do. A line here is a call, and what it must say."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from harness.commands.cli import app
from harness.run.runner import Runner
from reset.world import World

# Where no world, run or file is named that exists, the call must end before anything is begun.
CALLS = r"""
upp                                             | No such command 'upp'. Did you mean 'up'
taks list                                       | Did you mean 'tasks'
tasks lst                                       | Did you mean 'list'
baseline sav latest x.json                      | Did you mean 'save'
--verison                                       | --version
up --wolrd x                                    | --world
up nosuchsite                                   | no site called 'nosuchsite', choose from: cms
up home nosuchsite                              | no site called 'nosuchsite'
up --port 0 home                                | --port
up --port 99999 home                            | --port
up --port abc home                              | --port
up home --world ''                              | no name for a world
up home --world ../x                            | '../x' is no name for a world, use letters
up home --world 'a b'                           | no name for a world
up home --world {long}                          | no name for a world
build nosuchsite                                | no site called 'nosuchsite'
build ''                                        | no site called ''
logs                                            | Missing argument 'site'
logs home --lines 0                             | --lines
logs home --lines many                          | --lines
browse --profile                                | '--profile' requires an argument
down --all --world x                            | --world would be ignored beside --all, leave --world out
down --world x --world y                        | '--world' is given twice
up home --attach w.json --port 9000             | sites and --port would be ignored beside --attach
status --world ''                               | no name for a world
eval --split tset                               | there is no split 'tset', the splits are
eval --tasks ''                                 | the selection '' names no task, see: webarium tasks list
eval --tasks ,                                  | names no task
eval --tasks nosuch                             | no task is named by 'nosuch', see: .* the folders are cms
eval --tasks home.*,nosuch.*                    | no task is named by 'nosuch.\*'
eval --tasks @nofile                            | the selection file nofile
eval --tasks @folder                            | the selection file folder: is no file
eval --tasks @empty.json                        | the selection '@empty.json' names no task
eval --agent ''                                 | no agent '', use one of oracle
eval --agent nosuchagent                        | no agent 'nosuchagent', use one of oracle
eval --agent orcale                             | no agent 'orcale'; is oracle meant?
eval --agent missing.py                         | no agent 'missing.py'
eval --agent folder                             | 'folder' is a folder
eval --agent replay:                            | no run '', webarium runs
eval --agent replay:nosuch                      | no run 'nosuch', webarium runs
eval --agent notes.txt                          | notes.txt cannot be run, chmod \+x
eval --agent-user nosuchuser                    | no user 'nosuchuser'
eval --agent-option =x                          | '=x' is no option, key=value
eval --agent model:                             | which model to ask, name it
eval --workers 0                                | --workers
eval --workers x                                | --workers
eval --trials -1                                | --trials
eval --max-steps 0                              | --max-steps
eval --answer-seconds 0                         | --answer-seconds
eval --answer-seconds nan                       | --answer-seconds
eval --observation smell                        | no observation smell, use any of axtree
eval --observation ''                           | no observation
eval --scope all                                | no scope 'all', use page or viewport
eval --tasks home.* --trace sometimes           | --trace takes never, failed, always, not 'sometimes'
eval --tasks home.* --har yes                   | --har takes never
eval --answer-seconds inf                       | 'inf' is no number of 1 or more
eval --episode-seconds 0.5                      | '0.5' is no number of 1 or more
eval --world x --workers 2                      | --workers would be ignored beside --world, leave
eval --world x --seed 7                         | --seed would be ignored beside --world
eval --report --no-report                       | '--report' is given twice
eval --expect most                              | 'most' is no expectation, use all, none
eval --expect 2                                 | '2' is no expectation
eval --expect nan                               | 'nan' is no expectation
eval --agent-option novalue                     | 'novalue' is no option, write key=value
eval --run 'a b'                                | no name for a run's folder, use letters, digits
eval --run {long}{long}                         | no name for a run's folder
eval --run folder/full                          | holds something that is no run, name a new folder
eval --resume nosuch                            | no run 'nosuch' in {place}/runs, see: webarium runs
eval --resume latest                            | no run 'latest'
eval --resume runs/emptymanifest                | emptymanifest/manifest.json cannot be read
eval --resume runs/listmanifest                 | listmanifest/manifest.json cannot be read
eval extra words                                | unexpected extra argument
score nosuch                                    | no run 'nosuch', see: webarium runs
score runs/empty                                | runs/empty is not a run
score runs/listmanifest                         | listmanifest/manifest.json cannot be read
score --tasks list.json                         | --tasks and --outcomes belong together, give both
score --outcomes folder                         | --tasks and --outcomes belong together
score latest --tasks list.json --outcomes folder | run would be ignored beside --tasks
score --tasks list.json --outcomes folder --write | --write would be ignored beside --tasks
score --original --tolerance 3 --site a=http://b | --original and --site and --tolerance would
score --tasks {webarena}/tasks.json --outcomes empty | empty holds no outcome of a task in, look whether
score --tasks {webarena}/tasks.json --outcomes empty --offline | --offline would be ignored without --replies
score --tasks {webarena}/tasks.json --outcomes empty --site shoping=http://x | names a site __SHOPING__
score --tasks {webarena}/tasks.json --outcomes empty --site shopping=banana | banana is no address of a site
score --offline --replies folder                | --replies and --offline would be ignored without --judge
score --tasks nofile.json --outcomes folder     | nofile.json
score --tasks folder --outcomes folder          | no task file in folder
score --tasks list.json --outcomes nofolder     | nofolder
score --tasks list.json --outcomes folder       | list.json holds no task, as it was published
score --tasks bad.json --outcomes folder        | bad.json
score --tasks nul.json --outcomes folder        | nul.json
score --tasks list.json --outcomes folder --format nosuch | the format 'nosuch', known are
score --tasks list.json --outcomes folder --tolerance -1  | --tolerance
score runs/torn                                 | line 1 is cut, eval --resume runs/torn
report runs/torn                                | line 1 is cut, eval --resume runs/torn
compare runs/torn runs/torn                     | line 1 is cut, eval --resume runs/torn
report nosuch                                   | no run 'nosuch'
report notes.txt                                | no run 'notes.txt'
report runs/empty                               | runs/empty is not a run
report runs/emptymanifest                       | emptymanifest/manifest.json cannot be read
report runs/onlymanifest                        | onlymanifest .* no journal.jsonl
compare                                         | Missing argument 'runs'
compare latest                                  | A comparison needs two runs, webarium compare BASELINE RUN
compare nosuch nosuch                           | no run 'nosuch'
compare list.json list.json                     | list.json is no baseline, make it anew
compare bad.json bad.json                       | bad.json is no baseline, make it anew
compare latin.json latin.json                   | latin.json is no baseline, is no UTF-8 text, make it anew
compare deep.json deep.json                     | deep.json is no baseline, nested too deeply, make it anew
compare folder folder                           | folder is not a run
compare a b --markdown --json                   | --markdown would be ignored beside --json
compare a b --html x --html y                   | '--html' is given twice
compare a b --fail-if nonsense                  | gate 'nonsense' cannot be read, write it like
compare a b --fail-if ''                        | gate '' cannot be read
compare a b --fail-if 'success_rate < '         | gate 'success_rate < ' cannot be read
compare a b --fail-if "__import__('os') > 1"    | cannot be read
baseline save nosuch x.json                     | no run 'nosuch'
baseline save latest                            | Missing argument 'path'
baseline save runs/torn x.json                  | line 1 is cut, eval --resume runs/torn
baseline save runs/torn folder                  | folder
bench --sites ''                                | --sites names no site, name one
bench --sites nosuchsite                        | no site called 'nosuchsite'
bench --rounds 0                                | --rounds
bench --answers nofile.jsonl                    | nofile.jsonl
bench --answers folder                          | folder
bench --answers notes.txt                       | notes.txt
bench --answers empty.json                      | empty.json
bench --answers answers.jsonl --run nosuch      | no run 'nosuch'
bench --observations --answers answers.jsonl    | --observations would be ignored beside --answers
bench --sites home --run x                      | --run would be ignored without --answers
bench --world x                                 | --world would be ignored without --observations
bench --observations --browsergym /no/python    | /no/python is missing, run `make browsergym`
match number                                    | match number needs a reference and an answer, write
match list '[red, ' red                         | is no JSON
match number 5 5 --option day_first=true        | 'day_first' is no option, the options are
match list 5 5 --option ordered=true --option ordered=false | ordered is given twice, leave one
match fuzzy 'a b' 'c d' --option judge=os.system | 'judge' is no option
match currency 5 5 --option currency=QQQ        | 'currency' is no option
match exact '' ''                               | the reference is empty, write what the answer must say
match number 5                                  | needs a reference and an answer, write: match number
match --intent hi                               | --intent would be ignored where answers come from
match list {deep} x                              | nested too deeply
match number 5 5 --option a=1 --option a=2       | option a is given twice
match nosuch 5 5                                | no kind of value is called 'nosuch', use one of exact
match date 'no date' 5                          | the reference 'no date' is no date, write a date
match number 5 5 6                              | unexpected extra argument
match number 5 5 --option x                     | 'x' is no option, write key=value
match number 5 5 --option optoin=1              | optoin
match number 5 5 --optoin x=1                   | --option
tasks list nosuch                               | no task is named by 'nosuch', see
tasks list ''                                   | names no task
tasks list --split tset                         | there is no split 'tset', the splits are train, dev, test
tasks list home.note_order --split dev          | names is in the split dev, select more
tasks list @nofile                              | the selection file nofile
tasks list shopping.order_total.99              | see: webarium tasks list shopping.order_total
tasks list shoping.order_total.0                | is 'shopping.order_total' meant
tasks lint shopping.order_totl                  | is 'shopping.order_total' meant
tasks show                                      | Missing argument 'task'
tasks show ''                                   | names no task
tasks lint nosuch                               | no template is named by 'nosuch', see: webarium tasks list
tasks lint ''                                   | no template is named by ''
tasks lint /etc/passwd                          | no template is named by '/etc/passwd'
tasks lock nosuch                               | no template is named by 'nosuch'
tasks try                                       | Missing argument 'template'
tasks verify nosuch                             | no task is named by 'nosuch'
tasks verify --workers 0 home.*                 | --workers
tasks mutate nosuch                             | no task is named by 'nosuch'
tasks mutate --run x --workers 3 --world y      | --workers and --world would be ignored beside --run
tasks mutate --min 2                            | '2' is no number from 0 to 1
tasks mutate --min nan                          | 'nan' is no number from 0 to 1
tasks verify home.* --tasks library.*           | --tasks would be ignored beside selection
tasks lock home.* --check --fresh               | --fresh would be ignored beside --check
tasks mutate --run nosuch                       | no run 'nosuch'
tasks mutate --run runs/torn                    | line 1 is cut, eval --resume runs/torn
tasks new noname                                | 'noname' names no folder, write folder.name
tasks new home.                                 | 'home.' names no folder
tasks new home.x                                | The command asked a question, call it in a terminal
tasks new home.x --check state --type number --answer 1 | --answer and --type would be ignored where the state
tasks new home.X --check page {page}                         | 'X' is no name for a template, use a-z
tasks new nosuch.thing --check page {page}                   | no site called 'nosuch', choose from
eval --tasks nosuch --answer-format x           | --answer-format takes full, format, none, not 'x'
eval --tasks nosuch --shard 3/2                 | --shard '3/2' is no part of a run
eval --tasks nosuch --fleet moon                | --fleet takes local, ray, not 'moon'
serve --tasks nosuch --answer-format x          | --answer-format takes full, format, none, not 'x'
serve --tasks nosuch --host %s                  | cannot listen on %s:8700, --host
serve --tasks nosuch --world nosuch             | no world called 'nosuch'
mcp --tasks nosuch --window big                 | no window 'big'
mcp --tasks nosuch --answer-format x            | --answer-format takes full, format, none, not 'x'
mcp --tasks nosuch --world nosuch               | no world called 'nosuch'
tasks new ../x.y --check page {page}                         | no site called '../x'
tasks new shopping.order_total --check page {page}           | order_total.yaml exists, choose another name
tasks new home.thing {page} --check luck        | 'luck' is no kind of check, choose one of
tasks new home.thing --check page {nobody} --profile emma    | no profile 'emma'
tasks new home.thing --check page --covers Q99 {page}        | no capability Q99, see tasks/coverage.yaml
tasks new home.thing --check page {page} --start ftp://x     | ftp://x is no page of home, give a path
tasks new home.thing {page} --check answer --answer 1 --type luck | 'luck' is no type of answer, the types are
tasks record noname                             | 'noname' names no folder
tasks record shopping.order_total               | order_total.yaml exists, choose another name
tasks new home.x --check answer --type date --answer banana {page} | 'banana' is no date, write a date
tasks record home.x --episode folder --world x  | --world would be ignored beside --episode
tasks validate nosuch                           | no task is named by 'nosuch'
tasks validate home.* --state folder            | folder: is no file but a directory, name a file
tasks validate home.* --state /dev/null         | /dev/null: is no file, name a file
tasks validate home.* --history folder          | folder: is no file but a directory, name a file
tasks validate home.* --state bad.json          | bad.json holds no validation, name another file
tasks validate home.* --workers 0               | --workers
tasks validate home.* --workers two             | '--workers' / '-w': 'two' is no whole number
serve --port 70000                              | '--port': '70000' is more than 65535
table a b --by colour                           | '--by': 'colour' is not one of 'category'
sites pag                                       | Did you mean 'page'
sites page                                      | Missing argument 'site'
sites sql shopping ' ;'                         | The statement is empty, write a query
sites sql shopping                              | Missing argument 'statement'
"""
TABLE = [tuple(part.strip() for part in line.rsplit(" | ", 1)) for line in CALLS.strip().splitlines()]
NOBODY = "--intent 'Show me this page.' --covers H1"
WEBARENA = Path(__file__).parents[2] / "data" / "dropin" / "webarena"
PAGE = f"--profile - {NOBODY}"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder full of what nobody wants to read."""
    folder = tmp_path_factory.mktemp("bad")
    for name, content in {
        "notes.txt": b"hello\n",
        "empty.json": b"",
        "list.json": b"[]",
        "bad.json": b'{"a": ',
        "nul.json": b'{"a":\x00}',
        "deep.json": b"[" * 100_000,
        "latin.json": '{"a": "\u00e9"}'.encode("latin-1"),
        "answers.jsonl": b'{"match": "exact", "reference": "5", "answer": "5", "correct": true}\n',
        "runs/emptymanifest/manifest.json": b"",
        "runs/emptymanifest/journal.jsonl": b"",
        "runs/listmanifest/manifest.json": b"[]",
        "runs/listmanifest/journal.jsonl": b"",
        "runs/onlymanifest/manifest.json": b"{}",
        "folder/full/mine.txt": b"keep",
        "runs/torn/journal.jsonl": b'{"task_id": "shopping.order_total.0"',
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    (folder / "runs" / "empty").mkdir()
    (folder / "empty").mkdir()
    return folder


@pytest.mark.parametrize(("call", "said"), TABLE, ids=[call for call, _ in TABLE])
def test_bad_input_is_told_and_nothing_is_begun(
    place: Path, monkeypatch: pytest.MonkeyPatch, call: str, said: str
) -> None:
    def begun(*_: Any, **__: Any) -> None:
        pytest.fail("something was begun")

    monkeypatch.chdir(place)
    monkeypatch.setattr(Runner, "run", begun)
    monkeypatch.setattr(World, "start", begun)
    before = files(place)
    words = shlex.split(
        call.format(page=PAGE, nobody=NOBODY, webarena=WEBARENA, long="a" * 80, deep="[" * 9000)
    )
    done = CliRunner().invoke(app, words, input="", prog_name="webarium")
    told = " ".join(done.output.split())
    assert done.exit_code in (1, 2), done.output
    assert isinstance(done.exception, SystemExit | None), done.output
    for part in said.format(place=place).split(", "):
        assert re.search(part, told) or part in told, done.output
    assert "Traceback" not in told
    assert files(place) == before


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


def test_the_table_is_long_and_names_nothing_twice() -> None:
    calls = [call for call, _ in TABLE]
    assert len(calls) == len(set(calls)) > 100
