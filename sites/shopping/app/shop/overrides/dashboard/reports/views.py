"""A report on the page or as CSV: which one, over which period."""

from __future__ import annotations

import csv
from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from shop.overrides.customer.forms import DateInput
from shop.overrides.dashboard.reports.tables import REPORTS, Period, Table

LIMIT = 100


class ReportForm(forms.Form):
    """Which report, over which period."""

    report = forms.ChoiceField(
        label="Report", choices=[(key, name) for key, (name, _maker) in REPORTS.items()]
    )
    date_from = forms.DateField(label="From", required=False, widget=DateInput)
    date_to = forms.DateField(label="To", required=False, widget=DateInput)


class IndexView:
    """What Oscar's URL configuration calls ``as_view`` on."""

    @classmethod
    def as_view(cls) -> Callable[..., HttpResponse]:
        return index


def index(request: HttpRequest) -> HttpResponse:
    """The form and, once chosen, the report: 100 rows on the page, all in the CSV file."""
    form = ReportForm(request.GET if "report" in request.GET else None)
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        data = form.cleaned_data
        name, maker = REPORTS[data["report"]]
        table = maker(Period(data["date_from"], data["date_to"]))
        if request.GET.get("format") == "csv":
            return as_csv(data["report"], table)
        money = [column in table.money for column in table.columns]
        context |= {
            "name": name,
            "table": table,
            "period": data,
            "total_rows": len(table.rows),
            "limit": LIMIT,
            "rows": [
                [(value, is_money) for value, is_money in zip(row, money, strict=True)]
                for row in table.rows[:LIMIT]
            ],
            "csv_url": f"?{request.GET.urlencode()}&format=csv",
        }
    return render(request, "oscar/dashboard/reports/index.html", context)


def as_csv(code: str, table: Table) -> HttpResponse:
    """The report as a file."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{code}.csv"'
    writer = csv.writer(response)
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return response
