// The schemas that other schemas refer to by name.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/json_writer.hpp"

namespace blotter {

class SchemaRegistry {
 public:
  /// Writes a reference. The first one for a name also stores the schema itself.
  template <class Describe>
  void refer(JsonWriter& json, const std::string& name, Describe describe) {
    json.begin_object();
    json.member("$ref", "#/components/schemas/" + name);
    json.end_object();
    if (!schemas_.emplace(name, "").second) return;
    std::string text;
    JsonWriter inner(text);
    auto outer = std::exchange(record, name);
    describe(inner);
    record = std::move(outer);
    schemas_[name] = std::move(text);
  }

  /// By name, as JSON.
  [[nodiscard]] const std::map<std::string, std::string>& schemas() const { return schemas_; }

  /// The name of the member that is being described. It selects the example.
  std::string_view member;
  /// The name of the schema that the member belongs to. It selects among the examples for a name
  /// that several kinds of record share.
  std::string record;

 private:
  std::map<std::string, std::string> schemas_;
};

}  // namespace blotter
