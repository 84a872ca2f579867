"""Who is in the shop, and where they live."""

from __future__ import annotations

from typing import Any

from sites.sitekit.loading import create
from sites.world_data.shop.records import Address

PASSWORD = "webarium"  # noqa: S105


def address_row(Model: Any, number: int, fields: dict[str, Any], full: Address | None) -> Any:
    """A row of an order's address; delivery addresses carry a phone number and notes."""
    extra = {} if full is None else {"phone_number": full.phone, "notes": full.notes}
    row = Model(pk=number, **fields, **extra)
    row._update_search_text()
    return row


class People:
    """Customers, staff and their addresses."""

    def people(self) -> None:
        """Accounts with their address books."""
        from django.contrib.auth.hashers import make_password
        from django.contrib.auth.models import Permission

        User, Profile = self.model("auth.User"), self.model("storefront.CustomerProfile")
        UserAddress = self.model("address.UserAddress")
        password = make_password(PASSWORD, salt="fourgates")
        users, profiles, addresses = [], [], []
        for number, customer in enumerate(self.shop.customers, start=1):
            user = User(
                pk=number,
                username=customer.username,
                email=customer.email,
                first_name=customer.first_name,
                last_name=customer.last_name,
                password=password,
                date_joined=customer.date_joined,
                last_login=customer.last_login,
                is_active=customer.is_active,
                is_staff=customer.role != "customer",
                is_superuser=customer.role == "owner",
            )
            users.append(user)
            self.users[customer.email] = user
            profiles.append(Profile(user_id=number, phone=customer.phone, nickname=customer.nickname))
            for address in customer.addresses:
                row = UserAddress(
                    user_id=number,
                    is_default_for_shipping=address.default_shipping,
                    is_default_for_billing=address.default_billing,
                    notes=address.notes,
                    phone_number=address.phone,
                    date_created=customer.date_joined,
                    **self.address(address),
                )
                row._update_search_text()
                row.hash = row.generate_hash()
                addresses.append(row)
        create(users)
        create(profiles)
        create(addresses)
        for customer in self.shop.customers:
            for right in customer.permissions:
                *_, app, codename = right.split(".")
                permission = Permission.objects.get(content_type__app_label=app, codename=codename)
                self.users[customer.email].user_permissions.add(permission)

    @staticmethod
    def address(address: Address) -> dict[str, Any]:
        """Fields that all address tables share."""
        return {
            "first_name": address.first_name,
            "last_name": address.last_name,
            "line1": address.line1,
            "line2": address.line2,
            "line4": address.city,
            "state": address.state,
            "postcode": address.postcode,
            "country_id": address.country,
        }
