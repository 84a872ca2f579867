from django.apps import AppConfig


class TownConfig(AppConfig):
    name = "board.town"
    label = "town"
    verbose_name = "Town"

    def ready(self) -> None:
        from board.town import changes

        changes.apply()
