// The entry point.
#include <string>
#include <vector>

#include "app/command_line.hpp"

int main(int argument_count, char** arguments) {
  const std::vector<std::string> words(arguments + (argument_count > 0 ? 1 : 0),
                                       arguments + argument_count);
  return blotter::app::CommandLine().run(words);
}
