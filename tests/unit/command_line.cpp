// Durations and tables on the command line.
#include <sstream>

#include <gtest/gtest.h>

#include "admin/duration.hpp"
#include "admin/table_printer.hpp"

namespace blotter::admin {
namespace {

using namespace std::chrono_literals;

TEST(Durations, a_number_and_a_unit_are_a_duration) {
  EXPECT_EQ(parse_duration("30d"), std::chrono::milliseconds(30 * 24h));
  EXPECT_EQ(parse_duration("12h"), std::chrono::milliseconds(12h));
  EXPECT_EQ(parse_duration("45m"), std::chrono::milliseconds(45min));
  EXPECT_EQ(parse_duration("10s"), std::chrono::milliseconds(10s));
  EXPECT_EQ(parse_duration("1s"), std::chrono::milliseconds(1s));
}

TEST(Durations, the_longest_duration_is_a_million_units) {
  EXPECT_EQ(parse_duration("1000000d"), std::chrono::milliseconds(24'000'000h));
  EXPECT_FALSE(parse_duration("1000001d"));
  EXPECT_FALSE(parse_duration("99999999999999999999d"));
}

TEST(Durations, other_texts_are_refused) {
  for (const char* text : {"", "d", "30", "30 d", " 30d", "30d ", "30D", "30w", "0d", "-1d", "+1d",
                           "1.5h", "1h30m", "x"}) {
    EXPECT_FALSE(parse_duration(text)) << "'" << text << "'";
  }
  EXPECT_EQ(parse_duration("x").error(), "must be a number and a unit: 30d, 12h, 45m or 10s");
}

std::string printed(const std::vector<TableRow>& rows) {
  std::ostringstream out;
  print_table(out, rows);
  return out.str();
}

TEST(Tables, columns_line_up_under_the_widest_cell) {
  EXPECT_EQ(
      printed(
          {{"ID", "NAME", "STATE"}, {"1", "the dispatch bot", "valid"}, {"234", "-", "revoked"}}),
      "ID   NAME              STATE\n"
      "1    the dispatch bot  valid\n"
      "234  -                 revoked\n");
}

TEST(Tables, an_empty_table_has_only_its_heading) {
  EXPECT_EQ(printed({{"GUILD", "CREATED"}}), "GUILD  CREATED\n");
}

}  // namespace
}  // namespace blotter::admin
