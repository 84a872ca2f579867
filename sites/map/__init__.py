"""The map: how its data are made (`build/`) and the pages over them (`app/`)."""
