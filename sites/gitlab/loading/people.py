"""Who is on the forge."""

from __future__ import annotations

import datetime as dt
import hashlib

from sites.gitlab.loading.rows import Row, naive

PASSWORD = "webarium"  # noqa: S105

PASSWORD_SALT = b"$2b$04$webariumwebariumwebare"


def ssh_key(user: int, text: str, created: dt.datetime | None) -> Row:
    """The row of somebody's public key, with the fingerprint that Pagure looks it up by."""
    import base64

    digest = hashlib.sha256(base64.b64decode(text.split()[1])).digest()
    fingerprint = "SHA256:" + base64.b64encode(digest).decode().rstrip("=")
    return {
        "user_id": user,
        "pushaccess": True,
        "public_ssh_key": text,
        "ssh_short_key": f"256 {fingerprint} {' '.join(text.split()[2:])} (ED25519)",
        "ssh_search_key": fingerprint,
        "creator_user_id": user,
        "date_created": created,
    }


class People:
    """Users, their keys, groups."""

    def people(self) -> None:
        """Accounts with addresses, keys and profiles; groups with their members."""
        import bcrypt

        password = "$2$" + bcrypt.hashpw(PASSWORD.encode(), PASSWORD_SALT).decode()
        users, emails, keys, profiles = [], [], [], []
        for one in self.forge.users:
            number, created = self.user[one.username], naive(one.created)
            users.append(
                {
                    "id": number,
                    "user": one.username,
                    "fullname": one.full_name,
                    "default_email": one.emails[0],
                    "password": password,
                    "created": created,
                    "updated_on": created,
                }
            )
            emails += [{"user_id": number, "email": email} for email in one.emails]
            keys += [ssh_key(number, key.text, naive(key.created)) for key in one.ssh_keys]
            if one.status or one.bio or one.website or one.place:
                profiles.append(
                    {
                        "user_id": number,
                        "status": one.status,
                        "bio": one.bio,
                        "website": one.website,
                        "place": one.place,
                        "updated": created,
                    }
                )
        self.insert("users", users)
        self.insert("user_emails", emails)
        self.insert("sshkeys", keys)
        self.insert("user_profiles", profiles)
        self.insert(
            "pagure_group",
            (
                {
                    "id": self.group[one.name],
                    "group_name": one.name,
                    "display_name": one.title,
                    "description": one.description,
                    "group_type": "user",
                    "user_id": self.user[one.creator],
                    "created": naive(one.created),
                }
                for one in self.forge.groups
            ),
        )
        self.insert(
            "pagure_user_group",
            (
                {"group_id": self.group[one.name], "user_id": self.user[name]}
                for one in self.forge.groups
                for name in dict.fromkeys([one.creator, *(member.username for member in one.members)])
            ),
        )
