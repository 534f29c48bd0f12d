"""Measures of the scanner on evaluation data that lies beside the repository; never needed by the tests."""
