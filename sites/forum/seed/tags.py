"""Tags with their wiki texts: communities, kinds of goods, brands and the rest."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from sites.forum.seed.people import OPENED, Member
from sites.forum.seed.plots import Community
from sites.forum.seed.records import Question, Tag
from sites.world_data.shop.on_sale import Goods


def make_tags(
    communities: tuple[Community, ...],
    questions: tuple[Question, ...],
    goods: Goods,
    members: tuple[Member, ...],
) -> tuple[Tag, ...]:
    """Communities first, in the order of their names, then the other tags that are in use, by name."""
    used = Counter(tag for question in questions for tag in question.tags)
    first = {tag: question for question in reversed(questions) for tag in question.tags}
    hosts = [member for member in members if member.role == "moderator"]
    tags = []
    for place, community in enumerate(communities):
        host = hosts[place % len(hosts)]
        date = max(host.joined, OPENED) + timedelta(minutes=20 + 3 * place)
        wiki = "\n\n".join(community.wiki)
        tags.append(
            Tag(community.name, community.title, True, wiki, host.username, date, used[community.name])
        )
    names = {tag.name for tag in tags}
    kinds = {products[0].categories[0]: products for products in goods.by_kind.values()}
    for name in sorted(set(used) - names):
        wiki, title = "", name.replace("-", " ").capitalize()
        if name in goods.brands:
            brand = goods.brands[name]
            title = brand.name
            origin = f"{brand.name} of {brand.town} ({brand.country}), since {brand.founded}"
            wiki = f"{origin}: {brand.makes}. {brand.character}"
        elif name in kinds:
            brands = sorted({goods.brands[product.brand].name for product in kinds[name]})
            wiki = f"{title}: which to buy and what to do with them. Common brands here: {', '.join(brands)}."
        tags.append(Tag(name, title, False, wiki, first[name].author, first[name].date, used[name]))
    return tuple(tags)
