// What the microbenchmarks work on: a usual request, and a civilian with a usual file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "storage/store.hpp"

namespace blotter::bench {

inline constexpr std::string_view info_body = R"({"name":"Civilian Number 0000007"})";
inline constexpr std::string_view create_body =
    R"({"userID":"80351110224678912","userName":"nightowl","name":"Bramble Thistlewick","age":27,)"
    R"("dob":"1999-04-01","gender":"Other","hair":"Brown","weight":82.5,"height":180,)"
    R"("address":"12 Pretend Street","occupation":"Baker"})";
inline constexpr std::string_view head =
    "GET /api/civilian/info HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n"
    "Authorization: blotter_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\r\n"
    "Guild: guild-0001\r\nContent-Type: application/json\r\nContent-Length: 34\r\n\r\n";

inline Dossier dossier() {
  Civilian civilian{.id = {1571406591735887580},
                    .user_id = ExternalId::stored("104866658069073710"),
                    .user_name = PersonName::stored("player35"),
                    .name = CivilianName::stored("Bramble Thistlewick"),
                    .age = 20,
                    .dob = ShortText::stored("2006-08-13"),
                    .gender = Gender::female,
                    .hair = ShortText::stored("Red"),
                    .height = 169,
                    .weight = 65,
                    .address = Address::stored("26 Daydream Boulevard"),
                    .occupation = ShortText::stored("Baker"),
                    .registered = {1794722926792}};
  std::vector<Entry> entries;
  for (const EntryKind kind : {EntryKind::citation, EntryKind::citation, EntryKind::fine,
                               EntryKind::arrest, EntryKind::admission}) {
    entries.push_back({.kind = kind,
                       .author_name = PersonName::stored("Officer Crumpet"),
                       .author_id = ExternalId::stored("229"),
                       .amount = 3641,
                       .time_text = "600",
                       .text = Narrative::stored("Parking across two pretend spaces"),
                       .made = {1794722926792}});
  }
  return {.civilian = std::move(civilian),
          .counts = {2, 1, 1, 1},
          .entries = std::move(entries),
          .rest = {}};
}

}  // namespace blotter::bench
