// The statements of search, for each kind of record. A gram is three characters in a row of a
// record's key with a blank at both ends; a key has as many of them as it has characters.
#pragma once

#include "domain/search.hpp"
#include "storage/sql/made_query.hpp"

namespace blotter::storage {

/// Each finds at most so many records as its last value says, with the columns that search.cpp
/// reads. $1 is the guild.
struct SearchQueries {
  /// $2 and $3: the keys from the one up to the other, not including it; in the order of the keys.
  const sql::MadeQuery between;
  /// $2: the kind. $3 and $4: grams from the one up to the other, not including it.
  const sql::MadeQuery with_gram_between;
  /// $2: the kind. $3: a text whose grams all are in the key; the latest records first.
  const sql::MadeQuery with_all_grams;
  /// $2: the kind. $3: a text many of whose grams are in the key; those with most first.
  const sql::MadeQuery with_most_grams;
};

const SearchQueries& search_queries(SearchKind kind);

}  // namespace blotter::storage
