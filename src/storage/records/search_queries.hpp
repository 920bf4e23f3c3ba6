// The statements of search, for each kind of record. A gram (trigram) is three consecutive
// characters of a record's key with a space at both ends; a key has as many as characters.
#pragma once

#include "domain/search.hpp"
#include "storage/sql/owned_query.hpp"

namespace blotter::storage {

/// Each returns at most as many records as its last value says, with the columns that search.cpp
/// reads. $1 is the guild.
struct SearchQueries {
  /// Keys from $2 up to $3, not including $3; in the order of the keys.
  const sql::OwnedQuery between;
  /// $2: the kind. Grams from $3 up to $4, not including $4.
  const sql::OwnedQuery with_gram_between;
  /// $2: the kind. $3: a text whose grams are all in the key; the latest records first.
  const sql::OwnedQuery with_all_grams;
  /// $2: the kind. $3: a text of which many grams are in the key; the records with most of them
  /// first.
  const sql::OwnedQuery with_most_grams;
};

const SearchQueries& search_queries(SearchKind kind);

/// The civilians whose player's key is from $2 up to $3, not including $3; in the order of these
/// keys.
const sql::OwnedQuery& player_query();

}  // namespace blotter::storage
