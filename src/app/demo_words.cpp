#include "app/demo_words.hpp"

namespace blotter::app::words {
namespace {

constexpr std::string_view first_name_list[] = {
    "Bramble", "Juniper", "Pixel", "Marlow",  "Tansy",   "Dash",   "Fennel", "Clover",
    "Ziggy",   "Mabel",   "Rufus", "Saffron", "Biscuit", "Otis",   "Poppy",  "Quincy",
    "Wren",    "Barnaby", "Olive", "Jasper",  "Nettle",  "Hopper", "Sorrel", "Pip"};
constexpr std::string_view last_name_list[] = {
    "Thistlewick", "Quill",        "Peppercorn", "Fiddlestick", "Moonbeam",   "Turnbuckle",
    "Doubleday",   "Pennywhistle", "Cobblepot",  "Marmalade",   "Snickett",   "Underhill",
    "Brightwater", "Hobnail",      "Larkspur",   "Gumboot",     "Teasdale",   "Butterworth",
    "Wobbleton",   "Copperpot",    "Figgins",    "Ravenscroft", "Tumbleweed", "Dumpling"};
constexpr std::string_view street_list[] = {
    "Pretend Street",  "Make-Believe Lane", "Storybook Avenue",   "Paper Moon Road",
    "Invention Drive", "Fable Court",       "Daydream Boulevard", "Fiction Square"};
constexpr std::string_view occupation_list[] = {
    "Mechanic",    "Lighthouse keeper", "Taxi driver", "Baker",      "Stunt double", "Florist",
    "Piano tuner", "Paramedic",         "Fisher",      "Clockmaker", "Bartender",    "Dog walker"};
constexpr std::string_view hair_color_list[] = {"Black", "Brown", "Blond", "Red", "Grey", "Teal"};
constexpr std::string_view color_list[] = {"Midnight blue", "Cherry red", "Moss green",
                                           "Pearl white",   "Charcoal",   "Sunset orange"};
constexpr std::string_view vehicle_list[] = {"Comet Roadster",  "Badger Pickup", "Heron Sedan",
                                             "Gecko Hatchback", "Mammoth Van",   "Wasp Motorcycle",
                                             "Falcon Coupe",    "Yak Off-roader"};
constexpr std::string_view firearm_list[] = {"Popgun Nine", "Longhorn Rifle", "Pocket Sparrow",
                                             "Duckhunter 12"};
constexpr std::string_view officer_list[] = {"Officer Bumble", "Officer Crumpet",
                                             "Sgt. Pickle",    "Deputy Noodle",
                                             "Lt. Waffle",     "Officer Sprocket"};
constexpr std::string_view unit_list[] = {"Medic 1", "Medic 2", "Rescue 5", "Air Medic 7"};
constexpr std::string_view charge_list[] = {"Speeding, 30 over the limit",
                                            "Parking across two pretend spaces",
                                            "Running a red light",
                                            "Jaywalking with enthusiasm",
                                            "Street racing",
                                            "Reckless driving",
                                            "Trespassing at the toy works",
                                            "Petty theft of a garden gnome",
                                            "Disturbing the peace",
                                            "Evading a traffic stop",
                                            "Driving without insurance",
                                            "Illegal fireworks"};
constexpr std::string_view injury_list[] = {"Sprained ankle",     "Concussion",
                                            "Broken arm",         "Bruised ribs",
                                            "Burned hand, minor", "Bee stings, many"};
constexpr std::string_view bolo_reason_list[] = {
    "Armed robbery of the paper bank", "Left the scene of a crash",
    "Escaped from the cardboard jail", "Wanted for questioning",
    "Threatened an officer with a kite"};
constexpr PenalCodeLine penal_code_list[] = {
    {"TR-01", "Parking across two pretend spaces", 80, 0},
    {"TR-02", "Jaywalking with enthusiasm", 60, 0},
    {"TR-03", "Running a red light", 200, 0},
    {"TR-04", "Speeding, 30 over the limit", 350, 0},
    {"TR-05", "Driving without insurance", 500, 0},
    {"TR-06", "Reckless driving", 900, 300},
    {"TR-07", "Street racing", 1500, 600},
    {"TR-08", "Evading a traffic stop", 1200, 900},
    {"PO-01", "Disturbing the peace", 250, 120},
    {"PO-02", "Illegal fireworks", 400, 180},
    {"PR-01", "Petty theft of a garden gnome", 300, 240},
    {"PR-02", "Trespassing at the toy works", 450, 300},
    {"PR-03", "Armed robbery of the paper bank", 5000, 3600}};

}  // namespace

const Words first_names = first_name_list;
const Words last_names = last_name_list;
const Words streets = street_list;
const Words occupations = occupation_list;
const Words hair_colors = hair_color_list;
const Words colors = color_list;
const Words vehicles = vehicle_list;
const Words firearms = firearm_list;
const Words officers = officer_list;
const Words units = unit_list;
const Words charges = charge_list;
const Words injuries = injury_list;
const Words bolo_reasons = bolo_reason_list;
const std::span<const PenalCodeLine> penal_code = penal_code_list;

}  // namespace blotter::app::words
