#include "admin/progress_line.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace blotter::admin {
namespace {

std::string bar(double fraction) {
  constexpr std::size_t width = 20;
  const auto full = static_cast<std::size_t>(fraction * width);
  return std::string(full, '#') + std::string(width - full, '.');
}

/// 0:05, 12:00, 3:00:00
std::string format_duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds);
  const std::int64_t minutes = whole / 60;
  if (minutes < 60) return fmt::format("{}:{:02}", minutes, whole % 60);
  return fmt::format("{}:{:02}:{:02}", minutes / 60, minutes % 60, whole % 60);
}

}  // namespace

ProgressLine::ProgressLine(Time start) : shown_at_(start), samples_{{start, 0}} {}

std::optional<std::string> ProgressLine::next(const TransferProgress& progress, Time now) {
  const auto all = static_cast<double>(progress.rows);
  // A copied row is half done, a verified row is done. The source may have grown since its rows
  // were counted.
  const double done = std::min(all, static_cast<double>(progress.copied + progress.verified) / 2);
  if (now - shown_at_ < interval && done < all) return std::nullopt;
  shown_at_ = now;
  const double rate = rate_with({now, done});
  std::string line =
      fmt::format("guild {} of {}  [{}]  {:.0f} of {} rows  {:.0f}/s", progress.guild,
                  progress.guilds, bar(all > 0 ? done / all : 1), done, progress.rows, rate);
  const bool is_rate_known = now - samples_.front().time >= trusted_span && rate > 0;
  if (is_rate_known) line += fmt::format("  {} left", format_duration((all - done) / rate));
  return line;
}

double ProgressLine::rate_with(const Sample& newest) {
  samples_.push_back(newest);
  while (newest.time - samples_.front().time > remembered_span) samples_.pop_front();
  const Sample& oldest = samples_.front();
  const double seconds = std::chrono::duration<double>(newest.time - oldest.time).count();
  return seconds > 0 ? (newest.done - oldest.done) / seconds : 0;
}

}  // namespace blotter::admin
