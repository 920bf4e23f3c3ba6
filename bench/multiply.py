"""Makes many people of a few, by SQL that both engines take.

bench_fill plays the first people through the ordinary operations, which for a million of them would take minutes. The rest
are their copies: in other guilds exact ones; in the same guild with numbers, and so names, plates and ids, of their own.
"""

from . import people

RECORDS = ("civilian", "vehicle", "firearm", "entry")
HISTORY = ("event", "activity")
# What search looks up, and by which column of which table. To fill it takes longer than all the rest, so larger guilds, which
# nobody searches and where nobody is created, go without.
SEARCHED = (("civilian", "name_key"), ("vehicle", "plate_key"), ("firearm", "serial_key"))
SEARCHED_MAX = 100_000


def columns(cursor, table: str) -> list[str]:
    cursor.execute(f"select * from {table} limit 0")
    return [column[0] for column in cursor.description]


def to_other_guilds(cursor, population: people.Population) -> None:
    """Everything of the first guild, with its history, once more for each other guild."""
    first = people.guild(1)
    for table in (*RECORDS, *HISTORY, "search_gram"):
        others = ", ".join(name for name in columns(cursor, table) if name != "guild_id")
        for number in range(2, population.guilds + 1):
            cursor.execute(
                f"insert into {table} (guild_id, {others}) select '{people.guild(number)}', {others} from {table} where guild_id = '{first}'"
            )
    cursor.execute(f"update guild set last_seq = (select last_seq from guild where id = '{first}')")


def numbered(column: str, begin: int, prefix: str, shift: int) -> str:
    """A text that ends in seven digits from character `begin` on, with a higher number."""
    return f"'{prefix}' || substr(cast(10000000 + cast(substr({column}, {begin}) as integer) + {shift} as text), 2)"


def within_guild(cursor, base: int, population: people.Population) -> None:
    """`base` people become `population.civilians`. The change log knows only the first ones."""
    cursor.execute("select min(id) from civilian")
    lowest = cursor.fetchone()[0]
    cursor.execute("select max(id) from (select id from vehicle union all select id from firearm union all select id from civilian) ids")
    span = cursor.fetchone()[0] - lowest + 1
    for copy in range(1, population.civilians // base):
        # Ids are times: copies were there before. So the first ones remain those with the highest ids.
        def earlier(column: str, back: int = copy * span) -> str:
            return f"{column} - {back}"

        shift = copy * base
        replaced = {
            "civilian": {"id": earlier("id"), "name": numbered("name", 17, "Civilian Number ", shift), "name_key": numbered("name", 17, "civilian number ", shift)},
            "vehicle": {"id": earlier("id"), "civilian_id": earlier("civilian_id"), "plate": numbered("plate", 3, "PL", shift), "plate_key": numbered("plate", 3, "pl", shift)},
            "firearm": {"id": earlier("id"), "civilian_id": earlier("civilian_id"), "serial_number": f"serial_number || '-{copy}'", "serial_key": f"serial_key || '-{copy}'"},
            "entry": {"civilian_id": earlier("civilian_id")},
        }  # fmt: skip
        for table, changes in replaced.items():
            names = columns(cursor, table)
            values = ", ".join(changes.get(name, name) for name in names)
            owner = "id" if table == "civilian" else "civilian_id"
            # With the guild, which all keys begin with: or every copy would look through all that was copied so far.
            first = f"guild_id = '{people.guild(1)}' and {owner} >= {lowest}"
            cursor.execute(f"insert into {table} ({', '.join(names)}) select {values} from {table} where {first}")
    if population.civilians <= SEARCHED_MAX:
        make_searchable(cursor)


def make_searchable(cursor) -> None:
    """All at once and in the order of the key, as the migration does it."""
    cursor.execute("delete from search_gram")
    for kind, (table, key) in enumerate(SEARCHED):
        cursor.execute(
            "insert into search_gram (guild_id, kind, gram, subject_id) with recursive place (n) as (select 1 union all select n + 1 from "
            f"place where n < (select max(length({key})) from {table})) select guild_id, {kind}, substr(' ' || {key} || ' ', n, 3), id "
            f"from {table} join place on n <= length({key}) where true order by 1, 2, 3, 4 on conflict do nothing"
        )
