// Makes a table row from a plain function: the type of its parameter says what to parse, the type
// of its result what to write.
#pragma once

#include "operations/blocking_stream.hpp"
#include "operations/operation.hpp"
#include "operations/output.hpp"
#include "operations/schema.hpp"

namespace blotter::handler {

/// Long responses are sent in pieces of about this size.
inline constexpr std::size_t piece_bytes = std::size_t{64} * 1024;

template <class Output>
  requires(!std::derived_from<Output, Dossier>)
Rendered render(const Output& output) {
  Rendered rendered;
  JsonWriter json(rendered.body);
  shape::write(json, output);
  return rendered;
}

/// Writes records until the piece is full, and continues when the next piece is requested.
template <class Record>
class ListRemainder final : public BlockingSource {
 public:
  ListRemainder(Listing<Record> records, std::optional<std::int64_t> limit)
      : records_(std::move(records)), limit_(limit) {}

  void keep() const { records_.keep(); }

  void run_on_blocking_thread(std::function<void()> task) override {
    records_.run_on_blocking_thread(std::move(task));
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
    rendered.rest = std::make_unique<BlockingStream>(std::move(rest));
  }
  return rendered;
}

/// One array of a dossier: its name, and how its entries are written.
struct Section {
  std::string_view name;
  EntryKind kind;
  void (*write)(JsonWriter&, const Entry&);
};

template <EntryKind Kind, shape::Place Where>
Section section_of(std::string_view name, shape::Entries<Kind, Where>) {
  return {name, Kind, [](JsonWriter& json, const Entry& entry) {
            shape::write(json, shape::EntryView<Kind, Where>{entry});
          }};
}

/// Writes the members of a dossier before its arrays, and returns the arrays.
template <class Output>
std::vector<Section> write_head(JsonWriter& json, const Output& output) {
  std::vector<Section> sections;
  sections.reserve(std::tuple_size_v<decltype(Output::members)>);
  const auto write = [&](const auto& member) {
    if constexpr (requires { section_of(member.name, member.get(output)); }) {
      sections.push_back(section_of(member.name, member.get(output)));
    } else {
      shape::write_member(json, output, member);
    }
  };
  std::apply([&](const auto&... each) { (write(each), ...); }, Output::members);
  return sections;
}

/// Writes the arrays of a dossier, its last members, entry by entry.
class DossierRemainder final : public BlockingSource {
 public:
  DossierRemainder(std::vector<Section> sections, Dossier dossier)
      : sections_(std::move(sections)),
        entries_(std::move(dossier.entries)),
        rest_(std::move(dossier.rest)) {
    advance();
  }

  void keep() const {
    if (rest_) rest_->keep();
  }

  void run_on_blocking_thread(std::function<void()> task) override {
    rest_ ? rest_->run_on_blocking_thread(std::move(task)) : task();
  }

  bool next(std::string& into) override;

 private:
  void advance();

  std::vector<Section> sections_;
  std::vector<Entry> entries_;
  std::optional<Listing<Entry>> rest_;
  std::size_t entries_used_ = 0;
  std::optional<Entry> of_rest_;
  const Entry* entry_ = nullptr;  // the next one to write
  std::size_t section_ = 0;
  std::size_t written_ = 0;  // entries of the current section
  bool is_open_ = false;
};

template <class Output>
  requires std::derived_from<Output, Dossier>
Rendered render(Output output) {
  Rendered rendered;
  JsonWriter json(rendered.body);
  json.begin_object();
  auto sections = write_head(json, output);
  auto rest = std::make_unique<DossierRemainder>(std::move(sections), std::move(output));
  if (rest->next(rendered.body)) {
    rest->keep();
    rendered.rest = std::make_unique<BlockingStream>(std::move(rest));
  }
  return rendered;
}

/// A stream, or a page of it.
template <class Page>
struct StreamOrPage {
  struct WaitingPage {
    Page page;
    std::optional<StreamPage::Wait> wait = std::nullopt;
  };
  std::variant<Stream, WaitingPage> response;
};

template <class Page>
StreamResponse render(StreamOrPage<Page> output) {
  if (auto* stream = std::get_if<Stream>(&output.response)) return std::move(*stream);
  auto& waiting = std::get<typename StreamOrPage<Page>::WaitingPage>(output.response);
  return StreamPage{render(std::move(waiting.page)), waiting.wait};
}

/// A request to another server, whose reply becomes the output.
template <class Output>
struct ExchangeFor {
  HttpPost post;
  std::function<Output(HttpReply)> respond;
};

template <class Output>
Exchange render(ExchangeFor<Output> exchange) {
  return {std::move(exchange.post), [respond = std::move(exchange.respond)](HttpReply reply) {
            return render(respond(std::move(reply)));
          }};
}

/// Writes the JSON Schema of the response.
template <class Output>
struct Description {
  static void describe(JsonWriter& json, SchemaRegistry& registry) {
    schema::describe<Output>(json, registry);
  }
};
template <class Page>
struct Description<StreamOrPage<Page>> : Description<Page> {};
template <class Output>
struct Description<ExchangeFor<Output>> : Description<Output> {};

template <auto Function>
struct Handler;

template <class Call, class Input, class Output, Result<Output> (*Function)(Call&, const Input&)>
struct Handler<Function> {
  static Result<Prepared> prepare(const MemberValues& values, const InputSettings& settings) {
    auto input = parse_input<Input>(values, settings);
    if (!input) return fail(input.error());
    using Response = decltype(render(std::declval<Output>()));
    return std::function<Result<Response>(Call&)>(
        [input = std::move(*input)](Call& call) -> Result<Response> {
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

  static constexpr auto url_in() -> std::optional<Member> (*)(const MemberValues&) {
    if constexpr (requires { Input::url_in; }) return Input::url_in;
    return nullptr;
  }

  static constexpr bool has_secret() {
    if constexpr (requires { Output::has_secret; }) return Output::has_secret;
    return false;
  }

  static constexpr HandlerRef ref{input(),
                                  prepare,
                                  document_input<Input>,
                                  Description<Output>::describe,
                                  std::same_as<Call, StreamCall>,
                                  url_in(),
                                  has_secret()};
};

template <auto Function>
inline constexpr HandlerRef of = Handler<Function>::ref;

}  // namespace blotter::handler
