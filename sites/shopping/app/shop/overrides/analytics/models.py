from oscar.apps.analytics.models import *  # noqa: F403
