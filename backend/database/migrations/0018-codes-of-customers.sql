-- A condominium's code is its customer's alone: nobody learns of another's by trying (OPS-4). A device's stays one over all.
alter table condominiums drop constraint condominiums_word_code_key;
alter table condominiums add unique (customers_id, word_code);
