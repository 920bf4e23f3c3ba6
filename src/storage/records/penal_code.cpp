// The penal code in Reader and Writer. The statements are in statements.hpp.
#include "domain/penal_code.hpp"

#include "storage/records/record_rows.hpp"
#include "storage/records/statements.hpp"
#include "storage/sql/connection.hpp"
#include "storage/writer.hpp"

namespace blotter {
namespace {

namespace statements = storage::statements;

Offence read_offence(const sql::Rows& row) {
  return {.code = OffenceCode::stored(row.text(0)),
          .title = OffenceTitle::stored(row.text(1)),
          .fine = row.real(2),
          .time = row.real(3)};
}

}  // namespace

PenalCode Reader::penal_code() {
  return PenalCode::stored(
      storage::all(connection_->run(statements::penal_code_all, guild_.str()), read_offence));
}

void Writer::set_penal_code(const PenalCode& penal_code) {
  connection().run(statements::penal_code_delete, guild().str()).finish();
  std::int64_t place = 0;
  for (const Offence& offence : penal_code.offences()) {
    ++place;
    connection()
        .run(statements::penal_code_insert, guild().str(), place, offence.code.str(),
             offence.title.str(), offence.fine, offence.time)
        .finish();
  }
}

}  // namespace blotter
