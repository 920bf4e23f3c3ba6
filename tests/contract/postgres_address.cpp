// Parsing a PostgreSQL URL.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "storage/postgres/address.hpp"
#include "storage/sql/connection.hpp"

namespace blotter::sql {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

TEST(PostgresAddresses, are_recognised_by_their_scheme) {
  EXPECT_TRUE(PostgresAddress::matches_scheme("postgres://h/d"));
  EXPECT_TRUE(PostgresAddress::matches_scheme("postgresql://h/d"));
  EXPECT_FALSE(PostgresAddress::matches_scheme("sqlite:postgres://h/d"));
  EXPECT_FALSE(PostgresAddress::matches_scheme("postgres:h"));
}

TEST(PostgresAddresses, are_shown_without_their_password) {
  const PostgresAddress address("postgres://ann:s3cret@one:5433,two/records?sslmode=require");
  EXPECT_EQ(address.shown(), "postgres://ann@one:5433,two/records");
}

TEST(PostgresAddresses, are_not_repeated_in_errors_if_invalid) {
  for (const char* url : {"postgres://ann:s3cret%zz@h/d", "postgres://h/d?pasword=s3cret"}) {
    try {
      const PostgresAddress address(url);
      FAIL() << url;
    } catch (const Failure& failure) {
      EXPECT_THAT(failure.what(), Not(HasSubstr("s3cret")));
    }
  }
}

TEST(PostgresAddresses, have_one_set_of_parameters_per_host) {
  const PostgresAddress address("postgres://ann@one:5433,two:5434/records?connect_timeout=7");
  ASSERT_EQ(address.hosts().size(), 2U);
  EXPECT_THAT(address.hosts()[0], Contains(Pair("host", "one")));
  EXPECT_THAT(address.hosts()[0], Contains(Pair("port", "5433")));
  EXPECT_THAT(address.hosts()[1], Contains(Pair("host", "two")));
  EXPECT_THAT(address.hosts()[1], Contains(Pair("port", "5434")));
  for (const auto& host : address.hosts()) {
    EXPECT_THAT(host, Contains(Pair("dbname", "records")));
    EXPECT_THAT(host, Contains(Pair("connect_timeout", "7")));
  }
}

TEST(PostgresAddresses, share_one_port_among_all_hosts) {
  const PostgresAddress address("postgres:///records?host=one,two&port=5433");
  ASSERT_EQ(address.hosts().size(), 2U);
  for (const auto& host : address.hosts()) EXPECT_THAT(host, Contains(Pair("port", "5433")));
}

TEST(PostgresAddresses, choose_the_writable_server_by_default) {
  EXPECT_THAT(PostgresAddress("postgres://h/d").hosts()[0],
              Contains(Pair("target_session_attrs", "read-write")));
  EXPECT_THAT(PostgresAddress("postgres://h/d?target_session_attrs=any").hosts()[0],
              Contains(Pair("target_session_attrs", "any")));
}

}  // namespace
}  // namespace blotter::sql
