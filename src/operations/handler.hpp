// Makes a table entry of a plain function: its parameter says what to parse, its result what to
// write.
#pragma once

#include "operations/operation.hpp"
#include "operations/output.hpp"
#include "operations/schema.hpp"

namespace blotter::handler {

/// Long answers are sent in pieces of about this size.
inline constexpr std::size_t piece_bytes = std::size_t{64} * 1024;

template <class Output>
Rendered render(const Output& output) {
  Rendered rendered;
  JsonWriter json(rendered.body);
  shape::write(json, output);
  return rendered;
}

/// Writes records until the piece is full, then goes on with the next piece when it is asked for.
template <class Record>
class ListRemainder final : public Remainder {
 public:
  ListRemainder(Listing<Record> records, std::optional<std::int64_t> limit)
      : records_(std::move(records)), limit_(limit) {}

  void keep() const { records_.keep(); }

  void run_where_it_may_wait(std::function<void()> task) override {
    records_.run_where_it_may_wait(std::move(task));
  }

  bool next(std::string& into) override {
    const std::size_t full = into.size() + piece_bytes;
    while (into.size() < full) {
      const auto record = records_.next();
      if (!record || written_ == limit_) {
        into += ']';
        if (record) into += R"(,"next":")" + to_string(last_) + '"';
        into += '}';
        return false;
      }
      if (written_ > 0) into += ',';
      JsonWriter json(into);
      shape::write(json, *record);
      last_ = record->id;
      ++written_;
    }
    return true;
  }

 private:
  Listing<Record> records_;
  const std::optional<std::int64_t> limit_;
  std::int64_t written_ = 0;
  decltype(Record::id) last_;
};

template <class Record>
Rendered render(output::Listed<Record> list) {
  Rendered rendered;
  JsonWriter json(rendered.body);
  json.begin_object();
  json.member("amount", list.amount);
  json.member("guildID", list.guild.str());
  json.key(output::list_name<Record>);
  json.raw("[");
  auto rest = std::make_unique<ListRemainder<Record>>(std::move(list.records), list.limit);
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
    if constexpr (requires { Input::from; }) return Input::from;
    return InputFrom::body_or_query;
  }

  static constexpr HandlerRef ref{input(), prepare, document_input<Input>,
                                  schema::describe<Output>};
};

template <auto Function>
inline constexpr HandlerRef of = Handler<Function>::ref;

}  // namespace blotter::handler
