"""Shows what the generator makes: counts and samples to read, or how much its texts differ.

python -m sites.shopping.seed [--seed N] [--scale 1] [--show 6] [--product SKU] [--measure]
"""

from __future__ import annotations

import argparse
import html
import re
from random import Random

from sites.shopping.seed import DEFAULT_SEED, Shop, generate
from sites.sitekit.distinctness import measure

_TAG = re.compile(r"<[^>]+>")


def main() -> None:
    """Print counts and samples, or measures."""
    parser = argparse.ArgumentParser(prog="sites.shopping.seed", description="What the shop holds.")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED)
    parser.add_argument("--scale", type=int, default=1, help="so many times the goods, people and reviews")
    parser.add_argument("--show", type=int, default=6, help="print so many of each kind of text")
    parser.add_argument("--product", default="", help="print the reviews of this sku")
    parser.add_argument("--measure", action="store_true", help="print how much texts differ instead")
    options = parser.parse_args()
    shop = generate(options.seed, options.scale)
    texts = texts_of(shop)
    if options.product:
        for review in shop.reviews:
            if review.product == options.product:
                print(f"{review.date:%Y-%m-%d} {'*' * review.stars:5} {review.title}\n{review.text}\n")
        return
    print(f"{len(shop.products)} products, {len(shop.customers)} customers, {len(shop.orders)} orders")
    for name, found in texts.items():
        if options.measure:
            print(f"{name}: {measure(found)}")
            continue
        print(f"---- {name}: {len(found)}")
        for text in Random(options.seed).sample(found, min(options.show, len(found))):
            print(f"{text}\n")


def texts_of(shop: Shop) -> dict[str, list[str]]:
    """Every kind of text that the shop shows, without mark-up."""
    return {
        "names": [product.title for product in shop.products],
        "descriptions": [html.unescape(_TAG.sub("\n", product.description)) for product in shop.products],
        "titles of reviews": [review.title for review in shop.reviews],
        "reviews": [review.text for review in shop.reviews],
        "messages": [message.text for message in shop.trade.messages],
        "notes": [note.text for order in shop.orders for note in order.notes],
    }


if __name__ == "__main__":
    main()
