"""What the shop sells."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta
from typing import Any

from sites.shopping.seed.pictures import make_pictures
from sites.shopping.seed.records import EPOCH
from sites.shopping.seed.selling import partner_of
from sites.sitekit.loading import create
from sites.world_data.shop.records import Attribute, Product


class Goods:
    """What is for sale: partners, categories, types, products, pictures."""

    def pictures(self) -> None:
        """Draw all pictures; they are part of the image and no state."""
        from django.conf import settings

        self.picture = make_pictures(settings.BAKED_DIR / "root" / "media", self.shop)

    def partners(self) -> None:
        """Suppliers."""
        Partner, PartnerAddress = self.model("partner.Partner"), self.model("partner.PartnerAddress")
        self.partner = {}
        for record in self.shop.people.partners:
            partner = Partner.objects.create(code=record.code, name=record.name)
            self.partner[record.code] = partner
            if record.address is not None:
                PartnerAddress.objects.create(partner=partner, **self.address(record.address))

    def categories(self) -> None:
        """Brands and the tree of categories, written straight as treebeard would."""
        Brand, Category = self.model("storefront.Brand"), self.model("catalogue.Category")
        create(
            Brand(
                pk=number,
                slug=brand.slug,
                name=brand.name,
                town=brand.town,
                country=brand.country,
                founded=brand.founded,
                description=f"{brand.character[:1].upper()}{brand.character[1:]}".rstrip(".") + ".",
            )
            for number, brand in enumerate(self.shop.catalogue.brands, start=1)
        )
        self.brands = {b.slug: b for b in Brand.objects.all()} | {b.name: b for b in Brand.objects.all()}
        rows: dict[str, Any] = {}
        children: dict[str | None, int] = defaultdict(int)
        for number, record in enumerate(self.shop.catalogue.categories, start=1):
            children[record.parent] += 1
            parent = rows[record.parent] if record.parent else None
            step = Category._get_path(
                "" if parent is None else parent.path, 2 if parent else 1, children[record.parent]
            )
            rows[record.slug] = Category(
                pk=number,
                name=record.name,
                slug=record.slug,
                description=record.description,
                path=step,
                depth=2 if parent else 1,
                numchild=0,
                is_public=True,
                ancestors_are_public=True,
                image=self.picture[record.image.key] if record.image else None,
            )
            if parent is not None:
                parent.numchild += 1
        create(rows.values())
        self.category = rows

    def classes(self) -> None:
        """Product classes with attributes and option groups."""
        ProductClass, ProductAttribute = (
            self.model("catalogue.ProductClass"),
            self.model("catalogue.ProductAttribute"),
        )
        self.product_class: dict[str, Any] = {}
        self.attributes: dict[tuple[str, str], Any] = {}
        self.options: dict[tuple[int, str], int] = {}
        groups: dict[tuple[str, ...], Any] = {}
        for number, record in enumerate(self.shop.catalogue.classes, start=1):
            row = ProductClass(
                pk=number,
                name=record.name,
                slug=record.slug,
                requires_shipping=record.requires_shipping,
                track_stock=record.track_stock,
            )
            row.save(force_insert=True)
            self.product_class[record.slug] = row
            for attribute in record.attributes:
                group = (
                    self.option_group(attribute, record.name, groups) if attribute.type == "option" else None
                )
                made = ProductAttribute.objects.create(
                    product_class=row,
                    code=attribute.code,
                    name=attribute.name,
                    type=attribute.type,
                    option_group=group,
                    required=False,
                    unit=attribute.unit,
                    is_facet=attribute.facet,
                    is_variant=attribute.variant,
                )
                self.attributes[record.slug, attribute.code] = made

    def option_group(self, attribute: Attribute, class_name: str, groups: dict[tuple[str, ...], Any]) -> Any:
        """The group of exactly these options; classes share it."""
        Group, Option = self.model("catalogue.AttributeOptionGroup"), self.model("catalogue.AttributeOption")
        key = (attribute.name, *attribute.options)
        if key not in groups:
            taken = Group.objects.filter(name=attribute.name).exists()
            groups[key] = Group.objects.create(
                name=f"{attribute.name} ({class_name})" if taken else attribute.name
            )
            Option.objects.bulk_create([Option(group=groups[key], option=text) for text in attribute.options])
            for option in Option.objects.filter(group=groups[key]):
                self.options[groups[key].pk, option.option] = option.pk
        return groups[key]

    def catalogue(self) -> None:
        """Products, variants, stock, pictures, attribute values, related products."""
        Row, Image = self.model("catalogue.Product"), self.model("catalogue.ProductImage")
        Stock, InCategory = self.model("partner.StockRecord"), self.model("catalogue.ProductCategory")
        Related = self.model("catalogue.ProductRecommendation")
        tops, children, stock, pictures, values, filed, related = [], [], [], [], [], [], []
        number = 0
        for record in self.shop.products:
            number += 1
            tops.append(self.product_row(Row, record, number, None))
            for slug in record.categories:
                filed.append(InCategory(product_id=number, category=self.category[slug]))
            parent = number
            for position, child in enumerate(record.children):
                number += 1
                children.append(self.product_row(Row, child, number, parent))
                if self.picture[child.sku] != self.picture[record.sku]:
                    pictures.append(self.image(Image, number, child, position))
                values += self.values(child, number, record.product_class)
            pictures.append(self.image(Image, parent, record, 0))
            values += self.values(record, parent, record.product_class)
            for item in record.sellable:
                stock.append(
                    Stock(
                        product=self.products[item.sku],
                        partner=self.partner[partner_of(record)],
                        partner_sku=item.sku,
                        price_currency="EUR",
                        price=item.price,
                        list_price=item.list_price,
                        cost=item.cost,
                        num_in_stock=item.stock,
                        num_allocated=0,
                        low_stock_threshold=5,
                        date_created=record.date_created,
                        date_updated=EPOCH - timedelta(hours=6),
                    )
                )
        for record in self.shop.products:
            for rank, sku in enumerate(reversed(record.related), start=1):
                related.append(
                    Related(
                        primary=self.products[record.sku], recommendation=self.products[sku], ranking=rank
                    )
                )
        for rows in (tops, children, filed, pictures, stock, values, related):
            create(rows)
        self.stock = {row.partner_sku: row for row in Stock.objects.select_related("partner")}

    def product_row(self, Row: Any, record: Product, number: int, parent: int | None) -> Any:
        """A row of ``catalogue_product``."""
        row = Row(
            pk=number,
            structure=record.structure,
            is_public=record.is_public,
            upc=record.upc or None,
            parent_id=parent,
            title=record.title,
            slug=record.slug,
            description="" if parent else record.description,
            summary="" if parent else record.summary,
            brand=None if parent else self.brands.get(record.brand),
            weight_g=record.weight_g,
            date_created=record.date_created,
            date_updated=record.date_created,
            product_class=None if parent else self.product_class[record.product_class],
            priority=0,
            is_discountable=True,
        )
        self.products[record.sku] = row
        return row

    def image(self, Image: Any, product: int, record: Product, position: int) -> Any:
        """The picture of a product or variant."""
        return Image(
            product_id=product,
            original=self.picture[record.sku],
            caption=record.title[:200],
            display_order=position,
            date_created=record.date_created,
        )

    def values(self, record: Product, number: int, class_slug: str) -> list[Any]:
        """The attribute values of one product or variant."""
        Value = self.model("catalogue.ProductAttributeValue")
        made = []
        for code, raw in record.attributes.items():
            attribute = self.attributes[class_slug, code]
            row = Value(product_id=number, attribute=attribute)
            if attribute.type == "option":
                row.value_option_id = self.options[attribute.option_group_id, str(raw)]
            else:
                setattr(row, f"value_{attribute.type}", raw)
            made.append(row)
        return made
