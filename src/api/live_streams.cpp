#include "api/live_streams.hpp"

#include <utility>
#include <vector>

namespace blotter::api {

/// A stream that can be ended from outside.
class LiveStreams::Watched {
 public:
  Watched(std::unique_ptr<BodyStream> stream, KeyId key, GuildId guild)
      : key(key), guild(std::move(guild)), stream_(std::move(stream)) {}

  const KeyId key;
  const GuildId guild;

  void next(const std::shared_ptr<Watched>& self, std::string& into, BodyStream::Done done) {
    std::shared_ptr<BodyStream> stream;
    std::uint64_t piece = 0;
    {
      const std::scoped_lock lock(mutex_);
      stream = stream_;
      piece = ++pieces_;
      if (stream) done_.swap(done);
    }
    if (!stream) return done(BodyStream::State::end);
    // If the callback is destroyed without a call, the piece has failed.
    const auto uncalled = std::shared_ptr<void>(
        nullptr, [self, piece](void*) { self->finish(piece, BodyStream::State::failed); });
    stream->next(into,
                 [self, piece, uncalled](BodyStream::State state) { self->finish(piece, state); });
  }

  /// Ends the stream: the client gets a complete body.
  void end() {
    std::shared_ptr<BodyStream> stream;
    BodyStream::Done done;
    {
      const std::scoped_lock lock(mutex_);
      stream.swap(stream_);
      done.swap(done_);
    }
    // First, so that it no longer writes into the piece.
    stream.reset();
    if (done) done(BodyStream::State::end);
  }

 private:
  void finish(std::uint64_t piece, BodyStream::State state) {
    BodyStream::Done done;
    {
      const std::scoped_lock lock(mutex_);
      if (piece == pieces_) done.swap(done_);
    }
    if (done) done(state);
  }

  std::mutex mutex_;
  std::shared_ptr<BodyStream> stream_;  // null after the end
  BodyStream::Done done_;               // set while a piece is wanted
  std::uint64_t pieces_ = 0;            // that were wanted so far
};

/// What the connection owns.
class LiveStreams::Handle final : public BodyStream {
 public:
  Handle(std::shared_ptr<Streams> streams, std::shared_ptr<Watched> stream)
      : streams_(std::move(streams)), stream_(std::move(stream)) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() override {
    {
      const std::scoped_lock lock(streams_->mutex);
      const auto group = streams_->open.find({stream_->key.value, stream_->guild.str()});
      group->second.erase(stream_);
      if (group->second.empty()) streams_->open.erase(group);
      const auto count = streams_->of_key.find(stream_->key.value);
      if (--count->second == 0) streams_->of_key.erase(count);
      --streams_->count;
    }
    stream_->end();
  }

  void next(std::string& into, Done done) override {
    stream_->next(stream_, into, std::move(done));
  }

 private:
  const std::shared_ptr<Streams> streams_;
  const std::shared_ptr<Watched> stream_;
};

std::unique_ptr<BodyStream> LiveStreams::admit(std::unique_ptr<BodyStream> stream, KeyId key,
                                               const GuildId& guild) {
  auto watched = std::make_shared<Watched>(std::move(stream), key, guild);
  const std::scoped_lock lock(streams_->mutex);
  std::size_t& of_key = streams_->of_key[key.value];
  if (of_key >= of_key_max || streams_->count >= streams_->streams_max) {
    if (of_key == 0) streams_->of_key.erase(key.value);
    return nullptr;
  }
  streams_->open[{key.value, guild.str()}].insert(watched);
  ++of_key;
  ++streams_->count;
  return std::make_unique<Handle>(streams_, std::move(watched));
}

void LiveStreams::end_unless(const std::function<bool(KeyId, const GuildId&)>& may_read) {
  std::vector<std::shared_ptr<Watched>> ending;
  {
    const std::scoped_lock lock(streams_->mutex);
    for (const auto& [access, streams] : streams_->open) {
      const Watched& any = **streams.begin();
      if (may_read(any.key, any.guild)) continue;
      ending.insert(ending.end(), streams.begin(), streams.end());
    }
  }
  for (const auto& stream : ending) stream->end();
}

std::size_t LiveStreams::count() const {
  const std::scoped_lock lock(streams_->mutex);
  return streams_->count;
}

}  // namespace blotter::api
