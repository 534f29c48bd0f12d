SELECT e.* EXCLUDE (low_hash, high_hash) FROM encounters e SEMI JOIN left_over o ON o.key = e.key WHERE e.key BETWEEN $low AND $high ORDER BY e.key, e.low, e.high;
