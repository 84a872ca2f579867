"""Settings of the forum. What differs between machines comes from the environment; nothing else does.

A name ``ASKBOT_X`` is Askbot's setting ``X`` and takes the place of what its settings pages could store.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from sitekit import determinism

determinism.install()
# Askbot imports this library, which needs the long gone distutils, for logins elsewhere: there are none.
sys.modules["oauth2"] = ModuleType("oauth2")

import askbot  # noqa: E402
from jinja2.runtime import Undefined  # noqa: E402
from sitekit.django_site import NoMigrations  # noqa: E402

from board.town.bytecode import BakedBytecode  # noqa: E402

BASE_DIR = Path(__file__).resolve().parent
ASKBOT_ROOT = Path(askbot.__file__).resolve().parent
STATE_DIR = Path(os.environ.get("SITE_FILES", "/state/files"))
BAKED_DIR = Path(os.environ.get("FORUM_BAKED_DIR", "/srv/forum/baked"))
sys.path.append(str(ASKBOT_ROOT / "deps"))

SECRET_KEY = "webarium-forum-a-fixed-key-so-that-baked-sessions-hold"  # noqa: S105
DEBUG = os.environ.get("FORUM_DEBUG") == "1"
ALLOWED_HOSTS = ["forum.webarium.test", "forum.localhost", "127.0.0.1", "localhost"]

SITE_ID = 1
ROOT_URLCONF = "board.urls"
WSGI_APPLICATION = "board.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "askbot",
    "askbot.deps.django_authopenid",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "django.contrib.sites",
    "django.contrib.staticfiles",
    "avatar",
    "django_recaptcha",
    "compressor",
    "django_jinja",
    "django_countries",
    "followit",
    "keyedcache",
    "livesettings",
    "board.town.apps.TownConfig",
]

MIGRATION_MODULES: Any = NoMigrations()

# Askbot's rate limits, its record of visits and its analytics are left out: a look at a page writes nothing.
MIDDLEWARE = [
    "sitekit.determinism.RepeatableChance",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "board.town.middleware.Origin",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "askbot.middleware.head_request.HeadRequestMiddleware",
    "askbot.middleware.anon_user.ConnectToSessionMessagesMiddleware",
    "askbot.middleware.cancel.CancelActionMiddleware",
    "board.town.middleware.OneTransaction",
]

_CONTEXT_PROCESSORS = [
    "askbot.context.application_settings",
    "askbot.user_messages.context_processors.user_messages",
    "django.contrib.messages.context_processors.messages",
    "django.contrib.auth.context_processors.auth",
    "board.town.context.town",
]
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "APP_DIRS": True,
        "DIRS": [],
        "OPTIONS": {
            "environment": "askbot.skins.jinja2_environment.factory",
            "bytecode_cache": BakedBytecode(str(BAKED_DIR / "templates")),
            "autoescape": False,
            "undefined": Undefined,
            "context_processors": _CONTEXT_PROCESSORS,
        },
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "DIRS": [],
        "OPTIONS": {
            "context_processors": ["django.template.context_processors.request", *_CONTEXT_PROCESSORS],
        },
    },
]
JINJA2_EXTENSIONS = ("board.town.bundles.BundleExtension",)

DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        "ENGINE": "django.db.backends.mysql",
        "NAME": os.environ.get("DB_NAME", "forum"),
        "USER": os.environ.get("DB_USER", "site"),
        "PASSWORD": os.environ.get("DB_PASSWORD", ""),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "ATOMIC_REQUESTS": False,
        "OPTIONS": {
            "unix_socket": os.environ.get("DB_SOCKET", "/run/mysqld/mysqld.sock"),
            "charset": "utf8mb4",
            "init_command": "SET sql_mode='STRICT_TRANS_TABLES,ANSI_QUOTES'",
            "isolation_level": "read committed",
        },
    }
}

# One process serves all requests, so a cache in its memory is coherent; a reset forks it anew.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "forum",
        "KEY_PREFIX": "forum",
        "TIMEOUT": 100_000_000,
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    }
}
LIVESETTINGS_CACHE_TIMEOUT = 6000

# ---- accounts ----------------------------------------------------------------------------------------------
AUTHENTICATION_BACKENDS = (
    "django.contrib.auth.backends.ModelBackend",
    "askbot.deps.django_authopenid.backends.AuthBackend",
)
PASSWORD_HASHERS = ["sitekit.hashers.QuickHasher"]
LOGIN_URL = "/account/signin/"
LOGIN_REDIRECT_URL = "/"
SESSION_ENGINE = "board.town.sessions"
SESSION_SERIALIZER = "django.contrib.sessions.serializers.JSONSerializer"
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365
CSRF_COOKIE_NAME = "_csrf"
CSRF_COOKIE_AGE = None

# ---- language, clock ---------------------------------------------------------------------------------------
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = (("en", "English"),)
USE_TZ = True
TIME_ZONE = "UTC"

# ---- files -------------------------------------------------------------------------------------------------
STATIC_URL = "/m/"
STATIC_ROOT = BAKED_DIR / "static"
STATICFILES_DIRS = [
    ("default/media", str(ASKBOT_ROOT / "media")),
    ("wiekhaus/media", str(BASE_DIR / "skins" / "wiekhaus" / "media")),
]
STATICFILES_FINDERS = (
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "compressor.finders.CompressorFinder",
)
MEDIA_URL = "/upfiles/"
MEDIA_ROOT = STATE_DIR / "upfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_MAX_AGE = 3600
WHITENOISE_USE_FINDERS = DEBUG
FILE_UPLOAD_PERMISSIONS = 0o644
FILE_UPLOAD_TEMP_DIR = "/tmp"  # noqa: S108
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000

COMPRESS_ENABLED = True
COMPRESS_ROOT = STATIC_ROOT
COMPRESS_FILTERS = {
    "css": ["compressor.filters.css_default.CssAbsoluteFilter", "compressor.filters.cssmin.rCSSMinFilter"],
    "js": [],
}
# by what is in a file, not by when the build wrote it: addresses are the same in every build
COMPRESS_CSS_HASHING_METHOD = "content"
COMPRESS_PARSER = "compressor.parser.HtmlParser"

# ---- mail goes into a table, tasks run at once -------------------------------------------------------------
EMAIL_BACKEND = "sitekit.django_site.OutboxBackend"
OUTBOX_MODEL = "town.OutboxMessage"
DEFAULT_FROM_EMAIL = "post@wiekhaus.example"
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
NOTIFICATION_DELAY_TIME = 0

# ---- Askbot ------------------------------------------------------------------------------------------------
ASKBOT_URL = ""
ASKBOT_TRANSLATE_URL = False
ALLOW_UNICODE_SLUGS = False
ASKBOT_USE_STACKEXCHANGE_URLS = False
ASKBOT_LANGUAGE_MODE = "single-lang"
ASKBOT_SELF_TEST = False
ASKBOT_AUTO_INIT_BADGES = False
ASKBOT_USE_LOCAL_FONTS = True
ASKBOT_EXTRA_SKINS_DIR = str(BASE_DIR / "skins")
ASKBOT_ASKBOT_DEFAULT_SKIN = "wiekhaus"
ASKBOT_ALLOWED_UPLOAD_FILE_TYPES = (".jpg", ".jpeg", ".gif", ".png")
ASKBOT_MAX_UPLOAD_FILE_SIZE = 1024 * 1024
ASKBOT_USER_DATA_EXPORT_DIR = str(STATE_DIR / "exports")
ENABLE_HAYSTACK_SEARCH = False
RATELIMIT_ENABLE = False
NOCAPTCHA = True
VERIFIER_EXPIRE_DAYS = 3
AVATAR_AUTO_GENERATE_SIZES = (16, 32, 48, 64, 128)
AVATAR_THUMB_FORMAT = "PNG"
SILENCED_SYSTEM_CHECKS = [
    "django_recaptcha.recaptcha_test_key_error",
    "fields.W342",
    "models.W042",
    "mysql.E001",
    "mysql.W003",
    "askbot.W002",
    "staticfiles.W004",
]

ASKBOT_APP_TITLE = "Wiekhaus"
ASKBOT_APP_SHORT_NAME = "Wiekhaus"
ASKBOT_APP_KEYWORDS = "Wiekhaus, Neubrandenburg, questions, answers, hobbies"
ASKBOT_APP_DESCRIPTION = "The town's board: questions and answers between the lake and the wall."
ASKBOT_APP_COPYRIGHT = "Wiekhaus, the board of Neubrandenburg"
ASKBOT_APP_COPYRIGHT_YEAR_START = 2024
ASKBOT_SITE_LOGO_URL = "/images/logo.svg"
ASKBOT_SITE_FAVICON = "/images/favicon.svg"
ASKBOT_SHOW_LOGO = True
ASKBOT_ENABLE_GREETING_FOR_ANON_USER = False
ASKBOT_NEW_USER_GREETING = ""
ASKBOT_RSS_ENABLED = False
ASKBOT_ENABLE_SHARING_TWITTER = False
ASKBOT_ENABLE_SHARING_FACEBOOK = False
ASKBOT_ENABLE_SHARING_LINKEDIN = False
ASKBOT_ENABLE_MATHJAX = False
ASKBOT_FEEDBACK_MODE = "disabled"
ASKBOT_USE_LICENSE = False

ASKBOT_API_V1_ACCESS_MODE = "public"
ASKBOT_GROUPS_ENABLED = True
ASKBOT_GLOBAL_GROUP_NAME = "everyone"
ASKBOT_CONTENT_MODERATION_MODE = "flags"
ASKBOT_ALLOW_POSTING_BEFORE_LOGGING_IN = False
ASKBOT_ALLOW_ASK_ANONYMOUSLY = False
ASKBOT_WIKI_ON = True
ASKBOT_LIMIT_ONE_ANSWER_PER_USER = False
ASKBOT_AUTO_FOLLOW_QUESTION_BY_OP = False
ASKBOT_TAGS_ARE_REQUIRED = True
ASKBOT_MAX_TAG_LENGTH = 30
ASKBOT_FORCE_LOWERCASE_TAGS = True
ASKBOT_MIN_SEARCH_WORD_LENGTH = 2
ASKBOT_MAX_COMMENT_LENGTH = 1000
ASKBOT_MIN_TITLE_LENGTH = 10
ASKBOT_MAX_COMMENTS_TO_SHOW = 50
ASKBOT_MIN_WORDS_TO_WRAP_POSTS = 2000
ASKBOT_MIN_WORDS_TO_WRAP_COMMENTS = 1000
ASKBOT_USE_TIME_LIMIT_TO_EDIT_COMMENT = False
ASKBOT_FOLLOWED_SCOPE_ENABLED = True
ASKBOT_UNANSWERED_QUESTION_MEANING = "NO_ANSWERS"
ASKBOT_DEFAULT_QUESTIONS_PAGE_SIZE = "20"
ASKBOT_DEFAULT_ANSWER_SORT_METHOD = "votes"
ASKBOT_SIDEBAR_MAIN_AVATAR_LIMIT = 12
ASKBOT_COMMENTS_EDITOR_TYPE = "plain-text"
ASKBOT_EDITOR_TYPE = "markdown"
ASKBOT_ENABLE_VIDEO_EMBEDDING = False
ASKBOT_REPLY_BY_EMAIL = False

ASKBOT_ENABLE_EMAIL_ALERTS = False
ASKBOT_WELCOME_EMAIL_ENABLED = False
ASKBOT_EMAIL_VALIDATION_REQUIRED = False
ASKBOT_USE_RECAPTCHA = False
ASKBOT_TERMS_CONSENT_REQUIRED = False
ASKBOT_REGISTRATION_RATE_LIMIT_ENABLED = False
ASKBOT_SPAM_FILTER_ENABLED = False
ASKBOT_ADMIN_EMAIL = "post@wiekhaus.example"
ASKBOT_ALLOW_ADD_REMOVE_LOGIN_METHODS = False
# People log in with name and password only: no other service can be reached from here.
for _provider in (
    "AOL", "BLOGGER", "CAS", "CLAIMID", "CUSTOM_OPENID", "DISCOURSE", "FACEBOOK", "FEDORA", "FLICKR",
    "GITHUB", "GOOGLE_PLUS", "IDENTI.CA", "LAUNCHPAD", "LINKEDIN", "LIVEJOURNAL", "MEDIAWIKI",
    "MICROSOFT_AZURE", "MOZILLA_PERSONA", "OKTA", "OPENID", "OPENSTACKID", "TECHNORATI", "TWITTER",
    "VERISIGN", "VIDOOP", "WINDOWS_LIVE", "WORDPRESS", "WORDPRESS_SITE", "YAHOO", "YAMMER",
):  # fmt: skip
    globals()[f"ASKBOT_SIGNIN_{_provider}_ENABLED"] = False
ASKBOT_SIGNIN_LOCAL_ENABLED = True
ASKBOT_AVATAR_TYPE_FOR_NEW_USERS = "n"
ASKBOT_ENABLE_GRAVATAR = False
ASKBOT_GRAVATAR_BASE_URL = "/avatars"

# What reputation does: the seed's history was made by these.
ASKBOT_REP_GAIN_FOR_RECEIVING_UPVOTE = 10
ASKBOT_REP_LOSS_FOR_RECEIVING_DOWNVOTE = -2
ASKBOT_REP_LOSS_FOR_DOWNVOTING = -1
ASKBOT_REP_GAIN_FOR_RECEIVING_ANSWER_ACCEPTANCE = 15
ASKBOT_REP_GAIN_FOR_ACCEPTING_ANSWER = 2
ASKBOT_MAX_REP_GAIN_PER_USER_PER_DAY = 200
ASKBOT_REP_LOSS_FOR_RECEIVING_FLAG = 0

LOGGING = {
    "version": 1,
    "disable_existing_loggers": True,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "loggers": {
        "django.request": {"handlers": ["console"], "level": "ERROR"},
        "django": {"handlers": ["console"], "level": "WARNING"},
        "askbot": {"handlers": ["console"], "level": "ERROR"},
    },
}
