"""Names of the region as people use them in what they write."""

VILLAGES = (
    "Burg Stargard",
    "Wulkenzin",
    "Penzlin",
    "Neuendorf",
    "Krukow",
    "Mallin",
    "Bargensdorf",
    "Prillwitz",
    "Woldegk",
    "Friedland",
    "Altentreptow",
    "Malchin",
    "Waren",
    "Neustrelitz",
    "Feldberg",
    "Stavenhagen",
)
DISTRICTS = (
    "the Oststadt",
    "the Südstadt",
    "Datzeberg",
    "the Reitbahnviertel",
    "the Vogelviertel",
    "the Katharinenviertel",
    "Lindenberg",
    "Broda",
    "the Ihlenfelder Vorstadt",
    "Weitin",
    "Carlshöhe",
    "the old town",
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
