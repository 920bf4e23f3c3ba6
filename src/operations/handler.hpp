// Makes a table entry of a plain function: its parameter says what to parse, its result what to
// write.
#pragma once

#include "operations/operation.hpp"
#include "operations/output.hpp"

namespace blotter::handler {

/// Long answers are sent in pieces of about this size.
inline constexpr std::size_t piece_bytes = std::size_t{64} * 1024;

template <class Output>
Rendered render(Output output) {
  Rendered rendered;
  JsonWriter json(rendered.body);
  shape::write(json, output);
  return rendered;
}

/// Writes records until the piece is full, then goes on with the next piece when it is asked for.
template <class Record>
class ListRemainder final : public Remainder {
 public:
  explicit ListRemainder(Listing<Record> records) : records_(std::move(records)) {}

  void keep() const { records_.keep(); }

  void run_where_it_may_wait(std::function<void()> task) override {
    records_.run_where_it_may_wait(std::move(task));
  }

  bool next(std::string& into) override {
    const std::size_t full = into.size() + piece_bytes;
    while (into.size() < full) {
      const auto record = records_.next();
      if (!record) {
        into += "]}";
        return false;
      }
      if (!is_first_) into += ',';
      is_first_ = false;
      JsonWriter json(into);
      shape::write(json, *record);
    }
    return true;
  }

 private:
  Listing<Record> records_;
  bool is_first_ = true;
};

template <class Record>
Rendered render(output::Listed<Record> list) {
  Rendered rendered;
  JsonWriter json(rendered.body);
  json.begin_object();
  json.member("amount", list.amount);
  json.member("guildID", list.guild.str());
  json.key(list.name);
  json.raw("[");
  auto rest = std::make_unique<ListRemainder<Record>>(std::move(list.records));
  if (rest->next(rendered.body)) {
    rest->keep();
    rendered.rest = std::move(rest);
  }
  return rendered;
}

template <auto Function>
struct Handler;

template <class Call, class Input, class Output, Result<Output> (*Function)(Call&, const Input&)>
struct Handler<Function> {
  static Result<Prepared> prepare(const MemberValues& values, const InputSettings& settings) {
    auto input = parse_input<Input>(values, settings);
    if (!input) return fail(input.error());
    return std::function<Result<Rendered>(Call&)>(
        [input = std::move(*input)](Call& call) -> Result<Rendered> {
          auto output = Function(call, input);
          if (!output) return fail(std::move(output.error()));
          return render(std::move(*output));
        });
  }

  static constexpr InputFrom input() {
    if (std::tuple_size_v<decltype(Input::members)> == 0) return InputFrom::nowhere;
    return InputFrom::body_or_query;
  }

  static constexpr HandlerRef ref{input(), prepare, document_input<Input>};
};

template <auto Function>
inline constexpr HandlerRef of = Handler<Function>::ref;

}  // namespace blotter::handler
