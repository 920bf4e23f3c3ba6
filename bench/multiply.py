"""Creates many people from a few, with SQL for both engines.

bench_fill creates the first people with the ordinary operations; for a million people that would take minutes. The rest
are copies: exact ones in other guilds; in the same guild with their own numbers, and so names, plates and ids.
"""

from . import people

RECORDS = ("civilian", "vehicle", "firearm", "entry")
HISTORY = ("event", "activity")
# The search tables, with the column and table that they index. Filling them takes longer than all the rest, so larger guilds,
# where nothing is searched or created, have none.
SEARCHED = (("civilian", "name_key"), ("vehicle", "plate_key"), ("firearm", "serial_key"))
SEARCHED_MAX = 100_000


def columns(cursor, table: str) -> list[str]:
    cursor.execute(f"select * from {table} limit 0")
    return [column[0] for column in cursor.description]


def end_terms(cursor) -> None:
    """Nothing ends by itself during a measurement, unless it is about that."""
    cursor.execute("update entry set ends_at = null")
    cursor.execute("update civilian set custody_until = null, bolo_until = null")
    cursor.execute("update vehicle set release_at = null")
    cursor.execute("delete from guild_due")


def to_other_guilds(cursor, population: people.Population) -> None:
    """Copies everything of the first guild, with its history, to each other guild."""
    first = people.guild(1)
    for table in (*RECORDS, *HISTORY, "search_gram"):
        others = ", ".join(name for name in columns(cursor, table) if name != "guild_id")
        for number in range(2, population.guilds + 1):
            cursor.execute(
                f"insert into {table} (guild_id, {others}) select '{people.guild(number)}', {others} from {table} where guild_id = '{first}'"
            )
    cursor.execute(f"update guild set last_seq = (select last_seq from guild where id = '{first}')")


def numbered(column: str, begin: int, prefix: str, shift: int) -> str:
    """A text that ends in seven digits, from character `begin` on, with a higher number."""
    return f"'{prefix}' || substr(cast(10000000 + cast(substr({column}, {begin}) as integer) + {shift} as text), 2)"


def within_guild(cursor, base: int, population: people.Population) -> None:
    """`base` people become `population.civilians`. The audit log contains only the first ones."""
    cursor.execute("select min(id) from civilian")
    lowest = cursor.fetchone()[0]
    cursor.execute("select max(id) from (select id from vehicle union all select id from firearm union all select id from civilian) ids")
    span = cursor.fetchone()[0] - lowest + 1
    for copy in range(1, population.civilians // base):
        # Ids are times, and copies get earlier ones. So the first people keep the highest ids.
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
            # With the guild, the first column of all keys: otherwise every copy would scan all earlier copies.
            first = f"guild_id = '{people.guild(1)}' and {owner} >= {lowest}"
            cursor.execute(f"insert into {table} ({', '.join(names)}) select {values} from {table} where {first}")
    if population.civilians <= SEARCHED_MAX:
        make_searchable(cursor)


def make_searchable(cursor) -> None:
    """In one statement and in key order, like the migration."""
    cursor.execute("delete from search_gram")
    for kind, (table, key) in enumerate(SEARCHED):
        cursor.execute(
            "insert into search_gram (guild_id, kind, gram, subject_id) with recursive place (n) as (select 1 union all select n + 1 from "
            f"place where n < (select max(length({key})) from {table})) select guild_id, {kind}, substr(' ' || {key} || ' ', n, 3), id "
            f"from {table} join place on n <= length({key}) where true order by 1, 2, 3, 4 on conflict do nothing"
        )
