// The members of a request, from a body or a query string.
#include "api/request_members.hpp"

#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "padded_body.hpp"

namespace blotter::api {
namespace {

using testing::PaddedBody;
using Type = MemberValue::Type;

/// A member as text with its type.
std::string shown(const RequestMembers& members, Member member) {
  const MemberValue& value = members.values()[member];
  switch (value.type) {
    case Type::missing: return "missing";
    case Type::text: return fmt::format("text {}", value.text);
    case Type::texts: return fmt::format("texts {}", value.text);
    case Type::number: return fmt::format("number {}", value.number);
    case Type::boolean: return fmt::format("flag {}", value.flag);
    case Type::objects: return fmt::format("objects {}", value.objects->size());
    case Type::other: break;
  }
  return "other";
}

std::string in_body(std::string_view body, Member member = Member::name) {
  const PaddedBody padded(body);
  RequestMembers members;
  const auto read = members.read_body(padded.view());
  return read ? shown(members, member) : read.error().hint();
}

std::string in_query(std::string_view query, Member member = Member::name) {
  // Exactly the bytes of the query are readable, without a terminating NUL.
  const std::unique_ptr<char[]> exact(new char[query.size()]);
  std::memcpy(exact.get(), query.data(), query.size());
  RequestMembers members;
  const auto read = members.read_query({exact.get(), query.size()});
  return read ? shown(members, member) : read.error().hint();
}

std::string nested(std::size_t levels) {
  return R"({"name":"a","x":)" + std::string(levels - 1, '[') + "1" + std::string(levels - 1, ']') +
         "}";
}

TEST(BodyMembers, every_json_type_is_preserved) {
  EXPECT_EQ(in_body(R"({"name":"John"})"), "text John");
  EXPECT_EQ(in_body(R"({"name":25})"), "number 25");
  EXPECT_EQ(in_body(R"({"name":-2.5e1})"), "number -25");
  EXPECT_EQ(in_body(R"({"name":18446744073709551615})"), "number 1.8446744073709552e+19");
  EXPECT_EQ(in_body(R"({"name":true})"), "flag true");
  EXPECT_EQ(in_body(R"({"name":false})"), "flag false");
  EXPECT_EQ(in_body(R"({"name":[1]})"), "other");
  EXPECT_EQ(in_body(R"({"name":["a",1]})"), "other");
  EXPECT_EQ(in_body(R"({"name":["a","b"]})"), "texts a,b");
  EXPECT_EQ(in_body(R"({"name":[]})"), "texts ");
  EXPECT_EQ(in_body(R"({"name":[{},{"a":1}]})"), "objects 2");
  EXPECT_EQ(in_body(R"({"name":[{},"a"]})"), "other");
  EXPECT_EQ(in_body(R"({"name":[{},null]})"), "other");
  EXPECT_EQ(in_body(R"({"name":[[{}]]})"), "other");
  EXPECT_EQ(in_body(R"({"name":{}})"), "other");
}

TEST(BodyMembers, objects_have_their_members_by_name) {
  const PaddedBody body(
      R"({"entries":[{"a":"x","b":2.5,"c":true,"d":null,"e":[1],"f":{"a":1},"a":"last"},{}]})");
  RequestMembers members;
  ASSERT_TRUE(members.read_body(body.view()));
  const auto* objects = members.values()[Member::entries].objects;
  ASSERT_NE(objects, nullptr);
  const ObjectValue& first = objects->front();
  EXPECT_EQ(first["a"].text, "last");
  EXPECT_EQ(first["b"].number, 2.5);
  EXPECT_EQ(first["c"].type, Type::boolean);
  EXPECT_EQ(first["d"].type, Type::missing);
  EXPECT_EQ(first["e"].type, Type::other);
  EXPECT_EQ(first["f"].type, Type::other);
  EXPECT_EQ(first["g"].type, Type::missing);
  EXPECT_EQ(objects->back()["a"].type, Type::missing);
}

TEST(BodyMembers, an_empty_array_has_no_objects_and_other_arrays_are_not_of_objects) {
  const PaddedBody body(R"({"entries":[],"kinds":["a"],"scopes":[1],"name":{}})");
  RequestMembers members;
  ASSERT_TRUE(members.read_body(body.view()));
  ASSERT_NE(members.values()[Member::entries].objects, nullptr);
  EXPECT_TRUE(members.values()[Member::entries].objects->empty());
  for (const Member other : {Member::kinds, Member::scopes, Member::name, Member::plate}) {
    EXPECT_EQ(members.values()[other].objects, nullptr);
  }
}

TEST(BodyMembers, a_body_full_of_objects_is_read) {
  std::string array;
  for (int i = 0; i < 10'000; ++i) array += array.empty() ? "{}" : ",{}";
  EXPECT_EQ(in_body(R"({"entries":[)" + array + "]}", Member::entries), "objects 10000");
}

TEST(BodyMembers, null_and_absent_are_both_missing) {
  EXPECT_EQ(in_body(R"({"name":null})"), "missing");
  EXPECT_EQ(in_body("{}"), "missing");
  EXPECT_EQ(in_body(R"({"Name":"x","body":"x","names":1})"), "missing");
}

TEST(BodyMembers, the_last_of_several_members_with_one_name_wins) {
  EXPECT_EQ(in_body(R"({"name":"a","name":"b"})"), "text b");
  EXPECT_EQ(in_body(R"({"name":"a","name":7})"), "number 7");
  EXPECT_EQ(in_body(R"({"name":"a","name":null})"), "missing");
}

TEST(BodyMembers, escapes_are_decoded_also_in_names) {
  EXPECT_EQ(in_body(R"({"n\u0061me":"Zo\u00eb \ud83d\ude00"})"), "text Zoë 😀");
  EXPECT_EQ(in_body(R"({"name":"a\u0000b"})"), std::string("text a\0b", 8));
}

TEST(BodyMembers, a_body_that_is_not_an_object_is_refused) {
  for (const char* body :
       {"", " ", "[]", "null", "1", "\"name\"", "{", "{]", R"({"name":})", R"({"name" "a"})",
        R"({name:"a"})", R"({"name":'a'})", R"({"name":"a"} x)", R"({"name":"a"}{})",
        R"({"name":"a",})", R"({"name":tru})", R"({"name":"a)", "name=John"}) {
    EXPECT_THAT(in_body(body), ::testing::StartsWith("body must be a JSON object")) << body;
  }
}

TEST(BodyMembers, an_error_in_an_unused_member_is_refused) {
  EXPECT_EQ(in_body(R"({"name":"a","x":tru})"), "body must be a JSON object");
  EXPECT_EQ(in_body(R"({"name":"a","x":1e999})"),
            "body must be a JSON object, with numbers that fit 64 bits");
  EXPECT_EQ(in_body("{\"name\":\"a\",\"x\":\"\xff\"}"), "body must be valid UTF-8");
}

TEST(BodyMembers, a_control_character_in_a_text_must_be_escaped) {
  EXPECT_EQ(in_body("{\"name\":\"a\nb\"}"), "body must be a JSON object");
}

TEST(BodyMembers, nesting_is_limited) {
  EXPECT_EQ(in_body(nested(json_depth_max)), "text a");
  EXPECT_EQ(in_body(nested(json_depth_max + 1)), "body must not be nested deeper than 32 levels");
  EXPECT_EQ(in_body(nested(30'000)), "body must not be nested deeper than 32 levels");
}

TEST(BodyMembers, bytes_after_the_body_are_not_read_as_part_of_it) {
  const std::string longer = R"({"name":"a"},"plate":"b"})" + std::string(http::body_padding, '}');
  RequestMembers members;
  ASSERT_TRUE(members.read_body(std::string_view(longer).substr(0, 12)));
  EXPECT_EQ(shown(members, Member::name), "text a");
  EXPECT_EQ(shown(members, Member::plate), "missing");
}

TEST(BodyMembers, a_large_body_is_read_completely) {
  const std::string charges(60'000, 'x');
  EXPECT_EQ(in_body(R"({"charges":")" + charges + R"("})", Member::charges), "text " + charges);
}

TEST(BodyMembers, the_parser_works_after_a_refused_body) {
  EXPECT_EQ(in_body(nested(200)), "body must not be nested deeper than 32 levels");
  EXPECT_EQ(in_body(R"({"name":"a"})"), "text a");
}

TEST(QueryMembers, values_are_decoded_texts) {
  EXPECT_EQ(in_query("name=John%20Doe"), "text John Doe");
  EXPECT_EQ(in_query("name=John+Doe"), "text John Doe");
  EXPECT_EQ(in_query("name=a%2Bb"), "text a+b");
  EXPECT_EQ(in_query("name=Zo%C3%AB"), "text Zoë");
  EXPECT_EQ(in_query("name=25"), "text 25");
  EXPECT_EQ(in_query("name=a=b"), "text a=b");
  EXPECT_EQ(in_query("name="), "text ");
}

TEST(QueryMembers, members_are_found_among_others) {
  EXPECT_EQ(in_query("x=1&plate=AB&name=John", Member::plate), "text AB");
  EXPECT_EQ(in_query("n%61me=John"), "text John");
  EXPECT_EQ(in_query("&&name=John&"), "text John");
}

TEST(QueryMembers, absent_members_are_missing) {
  EXPECT_EQ(in_query(""), "missing");
  EXPECT_EQ(in_query("Name=x"), "missing");
  EXPECT_EQ(in_query("name"), "missing");
}

TEST(QueryMembers, the_last_of_several_wins) { EXPECT_EQ(in_query("name=a&name=b"), "text b"); }

TEST(QueryMembers, bad_escapes_are_refused) {
  for (const char* query : {"name=%", "name=%4", "name=%zz", "name=%4g", "%=a"}) {
    EXPECT_EQ(in_query(query), "body is missing, and the query string is not encoded correctly")
        << query;
  }
}

TEST(QueryMembers, a_query_is_not_read_past_its_end) {
  const std::string_view longer = "name=John&plate=AB12%41 HTTP/1.1";
  for (std::size_t end = 0; end <= 20; ++end) {
    RequestMembers members;
    ASSERT_TRUE(members.read_query(longer.substr(0, end))) << end;
    EXPECT_EQ(shown(members, Member::name),
              end < 5
                  ? "missing"
                  : fmt::format("text {}", longer.substr(5, std::min<std::size_t>(end - 5, 4))));
    EXPECT_EQ(shown(members, Member::plate),
              end < 16 ? "missing" : fmt::format("text {}", longer.substr(16, end - 16)));
  }
  // The escape continues after the end of the query; those bytes must not complete it.
  EXPECT_FALSE(RequestMembers().read_query(longer.substr(0, 21)));
  EXPECT_FALSE(RequestMembers().read_query(longer.substr(0, 22)));
  EXPECT_TRUE(RequestMembers().read_query(longer.substr(0, 23)));
}

}  // namespace
}  // namespace blotter::api
