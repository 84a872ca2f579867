from oscar.apps.partner import apps


class PartnerConfig(apps.PartnerConfig):
    """Oscar's partners, with a list price on stock records."""

    name = "shop.overrides.partner"
